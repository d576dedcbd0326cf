/** `dead-letters list|show|requeue`. */
import { z } from "zod";
import type { Bus } from "../../lib/bus/bus.ts";
import { deadLetterTopic, isDeadLetterTopic, toRequeued } from "../../lib/bus/deadLetter.ts";
import { ConfigError } from "../../lib/errors.ts";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { type DeadLetterRow, writeDeadLetters } from "../../transform/frame/deadLetters.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openBus, openStore, openWorkers, type Workers } from "../process/pipeline.ts";
import { deadLetterList, deadLetterPage, type ListedLetter, type StoredLetter } from "./deadLetterText.ts";

const filter = { topic: z.string().optional(), reasonContains: z.string().optional() };

export const deadLettersArgs = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("list"),
    state: z.enum(["open", "requeued", "all"]),
    limit: z.int().min(1).max(1_000_000),
    ...filter,
  }),
  z.object({ action: z.literal("show"), id: z.string() }),
  z.object({ action: z.literal("requeue"), ids: z.array(z.string()), isAll: z.boolean(), ...filter }),
]);
export type DeadLettersArgs = z.infer<typeof deadLettersArgs>;
type ListArgs = Extract<DeadLettersArgs, { action: "list" }>;
type RequeueArgs = Extract<DeadLettersArgs, { action: "requeue" }>;

/** `workers` are those of this process; a bus in memory needs them. */
type Publisher = { bus: Bus; workers: Workers | undefined };

type DeadLettersDeps = {
  store: Store;
  /** Called only when there is something to requeue. */
  openPublisher(): Promise<Publisher>;
};

type DeadLettersResult =
  | { letters: ListedLetter[] }
  | { letter: StoredLetter }
  /** `reopened`: how many died again; null where workers elsewhere decide that. */
  | { requeued: number; reopened: number | null };

/** Maximum bytes in memory while requeueing; a larger letter is processed alone. */
const requeueBytesMax = 16 * 1024 * 1024;
const requeueLettersMax = 1_000;

function query<Row>(store: Store, name: string, params: QueryParams): Promise<Row[]> {
  return store.rows<Row>(loadSql(`queries/app/${name}.sql`).text, params);
}

/** @param ids none: all */
export async function countOpenDeadLetters(store: Store, ids: readonly string[] = []): Promise<number> {
  const [row] = await query<{ openCount: string }>(store, "dead_letter_count", { ids });
  return Number(row?.openCount ?? 0);
}

/** The topic may be named by its dead letters' topic, too. */
function filterOf({
  topic = "",
  reasonContains = "",
}: {
  topic?: string | undefined;
  reasonContains?: string | undefined;
}) {
  const name = isDeadLetterTopic(topic) ? topic.slice(0, -deadLetterTopic("").length) : topic;
  return { topic: name || null, reasonContains: reasonContains || null };
}

function listLetters(store: Store, { state, limit, ...wanted }: ListArgs): Promise<ListedLetter[]> {
  const params = { ...filterOf(wanted), state: state === "all" ? null : state, limit };
  return query<ListedLetter>(store, "dead_letters", params);
}

type Found = { id: string; sizeBytes: number };

/** @throws ConfigError when no identifier begins with `prefix`, or several do */
async function findLetter(store: Store, prefix: string): Promise<Found> {
  const isHex = /^[0-9a-f]{1,64}$/i.test(prefix);
  const matches = isHex ? await query<Found>(store, "dead_letter_ids", { prefix: prefix.toLowerCase() }) : [];
  const [first] = matches;
  if (first === undefined)
    throw new ConfigError(
      `There is no dead letter with the id "${prefix}"; \`dead-letters list\` shows them`,
    );
  if (matches.length > 1)
    throw new ConfigError(
      `Several dead letters begin with "${prefix}": ${matches.map(({ id }) => id).join(", ")}`,
    );
  return first;
}

function readLetters(store: Store, ids: readonly string[]): Promise<StoredLetter[]> {
  return query<StoredLetter>(store, "dead_letter_messages", { ids });
}

async function showLetter(store: Store, prefix: string): Promise<StoredLetter> {
  const { id } = await findLetter(store, prefix);
  const [letter] = await readLetters(store, [id]);
  if (letter === undefined) throw new ConfigError(`The dead letter ${id} no longer exists`);
  return letter;
}

/** Every identifier is looked up before anything is published. */
async function findLetters(store: Store, prefixes: readonly string[]): Promise<Found[]> {
  const chosen = new Map<string, Found>();
  for (const prefix of prefixes) {
    const letter = await findLetter(store, prefix);
    chosen.set(letter.id, letter);
  }
  return [...chosen.values()];
}

/** Each once, even when it dies again meanwhile: identifiers only go up. */
async function* chosenLetters(store: Store, args: RequeueArgs): AsyncGenerator<Found[]> {
  if (!args.isAll) return yield await findLetters(store, args.ids);
  let after: string | undefined = "";
  while (after !== undefined) {
    const params = { ...filterOf(args), after, limit: requeueLettersMax };
    const page: Found[] = await query<Found>(store, "open_dead_letters", params);
    yield page;
    after = page.at(-1)?.id;
  }
}

/** Parts of a page that fit into memory together. */
function* portions(page: readonly Found[]): Generator<string[]> {
  let ids: string[] = [];
  let bytes = 0;
  for (const { id, sizeBytes } of page) {
    if (ids.length > 0 && bytes + sizeBytes > requeueBytesMax) {
      yield ids;
      ids = [];
      bytes = 0;
    }
    ids.push(id);
    bytes += sizeBytes;
  }
  if (ids.length > 0) yield ids;
}

const timeOf = (ms: string | null) => (ms === null ? null : new Date(Number(ms)));

function toRow(letter: StoredLetter): DeadLetterRow {
  return {
    ...letter,
    value: Buffer.from(letter.valueBase64, "base64"),
    time: timeOf(letter.diedAtMs),
    requeuedAt: timeOf(letter.requeuedAtMs),
  };
}

/**
 * Publishes before it marks: if the process ends in between, the letter stays open, and requeueing it again leads to the
 * same rows. The mark applies to the letter as read before, so that a message that fails again stays open.
 */
async function requeue(
  args: RequeueArgs,
  { store, openPublisher }: DeadLettersDeps,
): Promise<DeadLettersResult> {
  let publisher: Publisher | undefined;
  let requeued = 0;
  let reopened = 0;
  for await (const page of chosenLetters(store, args)) {
    for (const ids of portions(page)) {
      publisher ??= await openPublisher();
      const rows = (await readLetters(store, ids)).map(toRow);
      await publisher.bus.publish(rows.map(toRequeued));
      const mark = { state: "requeued", requeuedAt: new Date() } as const;
      await writeDeadLetters(
        store,
        rows.map((row) => ({ ...row, ...mark, requeueCount: row.requeueCount + 1 })),
      );
      requeued += rows.length;
      reopened += await countOpenDeadLetters(store, ids);
    }
  }
  if (publisher?.bus.kind === "kafka") return { requeued, reopened: null };
  await publisher?.workers?.settle();
  return { requeued, reopened };
}

/** @throws ConfigError for an id that isn't there or isn't the only one */
export async function runDeadLetters(
  args: DeadLettersArgs,
  deps: DeadLettersDeps,
): Promise<DeadLettersResult> {
  if (args.action === "list") return { letters: await listLetters(deps.store, args) };
  if (args.action === "show") return { letter: await showLetter(deps.store, args.id) };
  return await requeue(args, deps);
}

async function forward(context: Context, args: DeadLettersArgs): Promise<DeadLettersResult> {
  return (await forwardOrRun(context, "dead-letters", args, {
    run: async () => {
      const store = await openStore(context);
      const openPublisher = async () => {
        const bus = await openBus(context);
        return { bus, workers: bus.kind === "memory" ? await openWorkers(context, store, bus) : undefined };
      };
      return await runDeadLetters(args, { store, openPublisher });
    },
  })) as DeadLettersResult;
}

/** @returns the table to print */
export async function listDeadLetters(context: Context, args: Omit<ListArgs, "action">): Promise<string> {
  const result = await forward(context, { action: "list", ...args });
  const letters = "letters" in result ? result.letters : [];
  return deadLetterList(letters, { state: args.state, width: process.stdout.columns });
}

/** @returns the page to print, or the original bytes */
export async function showDeadLetter(
  context: Context,
  { id, isRaw }: { id: string; isRaw: boolean },
): Promise<string | Buffer> {
  const result = await forward(context, { action: "show", id });
  if (!("letter" in result)) return "";
  return isRaw ? Buffer.from(result.letter.valueBase64, "base64") : deadLetterPage(result.letter);
}

/** @throws ConfigError unless either ids are named, or all are meant */
export async function requeueDeadLetters(
  context: Context,
  args: Omit<RequeueArgs, "action">,
): Promise<string> {
  const isFiltered = args.topic !== undefined || args.reasonContains !== undefined;
  if (args.isAll === args.ids.length > 0)
    throw new ConfigError("Name the ids to requeue, or give --all for every open dead letter");
  if (isFiltered && !args.isAll) throw new ConfigError("--topic and --reason-contains choose among --all");
  const result = await forward(context, { action: "requeue", ...args });
  const { requeued, reopened } = "requeued" in result ? result : { requeued: 0, reopened: 0 };
  const again = reopened ? `; ${reopened} failed again; \`dead-letters list\` prints the reason` : "";
  return `requeued ${requeued} message${requeued === 1 ? "" : "s"}${again}\n`;
}

/**
 * A node of a large network that runs forever, as a process of its own: every answer is computed on request,
 * from a seed, and only the last epochs are kept.
 *   node --import tsx test/chaos/soakNode.ts <validators> <seed> <speed> <minutes>
 * Prints its address. The chain moves `speed` times faster than real time once a line comes in on standard input, and
 * stands still after the minutes. Finality trails by two epochs.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { LRUCache } from "lru-cache";
import {
  createBlock,
  type LargeBlock,
  proposerOf,
  rootOf,
  syncCommitteeOf,
} from "../../fixtures/eth/mainnetSize/blocks.ts";
import {
  balancesAnswer,
  pubkeyOf,
  registryAnswer,
  registrySubset,
} from "../../fixtures/eth/mainnetSize/registry.ts";
import {
  committeesAnswer,
  createVotes,
  type EpochVotes,
  slotsPerEpoch,
} from "../../fixtures/eth/mainnetSize/votes.ts";
import { buildSpec } from "../../fixtures/eth/model/spec.ts";
import { electraFromGenesis } from "../../fixtures/eth/scenario/options.ts";
import { listen } from "../../fixtures/eth/stub/http.ts";
import { toApiJson } from "../../fixtures/eth/stub/json.ts";

const [validators = 0, seed = 0, speed = 0, minutes = 0] = process.argv.slice(2).map(Number);
const secondsPerSlot = 12;
const firstHead = 4 * slotsPerEpoch;
const lastHead = firstHead + Math.ceil((minutes * 60 * speed) / secondsPerSlot);
const epochsKept = 8;

let head = firstHead;
const streams = new Set<ServerResponse>();
const votesKept = new LRUCache<number, EpochVotes>({ max: epochsKept });
const blocksKept = new LRUCache<number, LargeBlock>({ max: epochsKept * slotsPerEpoch });
/** Slots by root: 32 bytes of hash do not contain the slot. */
const slotsByRoot = new Map<string, number>();

const epochOf = (slot: number) => Math.floor(slot / slotsPerEpoch);
const finalizedEpoch = (slot: number) => Math.max(0, epochOf(slot) - 2);

function votesOf(epoch: number): EpochVotes {
  const epochVotes = votesKept.get(epoch) ?? createVotes(seed, epoch, validators);
  votesKept.set(epoch, epochVotes);
  return epochVotes;
}

function blockAt(slot: number): LargeBlock {
  const kept = blocksKept.get(slot);
  if (kept !== undefined) return kept;
  const votes: EpochVotes[] = [];
  for (const epoch of [epochOf(slot) - 1, epochOf(slot)]) if (epoch >= 0) votes[epoch] = votesOf(epoch);
  const made = createBlock(seed, votes, slot, validators);
  blocksKept.set(slot, made);
  return made;
}

function slotOf(id: string): number | undefined {
  if (id === "head") return head;
  if (id === "finalized") return finalizedEpoch(head) * slotsPerEpoch;
  const slot = id.startsWith("0x") ? slotsByRoot.get(id) : Number(id);
  return slot === undefined || slot > head ? undefined : slot;
}

const json = (data: unknown) =>
  Buffer.from(toApiJson({ execution_optimistic: false, finalized: true, data }));

function checkpoints(slot: number): Buffer {
  const epoch = finalizedEpoch(slot);
  const checkpoint = {
    epoch,
    root: epoch === 0 ? `0x${"00".repeat(32)}` : rootOf(seed, epoch * slotsPerEpoch),
  };
  return json({ previous_justified: checkpoint, current_justified: checkpoint, finalized: checkpoint });
}

function duties(epoch: number): Buffer {
  const rows = Array.from({ length: slotsPerEpoch }, (_, offset) => {
    const slot = epoch * slotsPerEpoch + offset;
    const proposer = slot === 0 ? 0 : proposerOf(seed, slot, validators);
    return { pubkey: pubkeyOf(proposer), validator_index: proposer, slot };
  });
  const dependent = rootOf(seed, epoch * slotsPerEpoch - 1);
  return Buffer.from(
    `{"dependent_root":"${dependent}","execution_optimistic":false,"data":${toApiJson(rows)}}`,
  );
}

const seats = syncCommitteeOf(seed, validators);
const sync = json({
  validators: seats,
  validator_aggregates: [0, 1, 2, 3].map((part) => seats.slice(part * 128, part * 128 + 128)),
});
const spec = buildSpec({
  configName: "large",
  preset: "mainnet",
  schedule: electraFromGenesis,
  changes: { MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT: "256000000000" },
});

function stateAnswer(slot: number, what: string, ids: readonly string[]): Buffer | undefined {
  const epoch = epochOf(slot);
  if (what === "committees") return committeesAnswer(votesOf(epoch));
  if (what === "sync_committees") return sync;
  if (what === "finality_checkpoints") return checkpoints(slot);
  if (what === "validators")
    return ids.length > 0 ? registrySubset(validators, epoch, ids) : registryAnswer(validators, epoch);
  if (what === "validator_balances") return balancesAnswer(validators, epoch);
  return what.startsWith("pending_") ? json([]) : undefined;
}

type Answer = { body: Buffer; headers?: Record<string, string> };

const chainAnswers: Record<string, () => Buffer> = {
  "/eth/v1/beacon/genesis": () =>
    json({
      genesis_time: 1_606_824_023,
      genesis_validators_root: rootOf(seed, -1),
      genesis_fork_version: spec.GENESIS_FORK_VERSION,
    }),
  "/eth/v1/config/spec": () => json(spec),
  "/eth/v1/node/version": () => json({ version: "Soak/v1.0.0" }),
  "/eth/v1/node/syncing": () =>
    Buffer.from(
      `{"data":{"head_slot":"${head}","sync_distance":"0","is_syncing":false,"is_optimistic":false,"el_offline":false}}`,
    ),
};

function answer(url: URL, requestBody: string): Answer | undefined {
  const { pathname } = url;
  const whole = chainAnswers[pathname];
  if (whole !== undefined) return { body: whole() };
  if (pathname === "/eth/v1/beacon/headers") {
    const slot = slotOf(url.searchParams.get("slot") ?? "head");
    const headers =
      slot === undefined ? [] : [(JSON.parse(blockAt(slot).header.toString()) as { data: unknown }).data];
    return { body: json(headers) };
  }
  const [, kind, id = "", what = ""] =
    /^\/eth\/v[12]\/(?:beacon|validator)\/(headers|blocks|states|duties\/proposer)\/([^/]+)(?:\/(\w+))?$/.exec(
      pathname,
    ) ?? [];
  if (kind === "duties/proposer") return { body: duties(Number(id)) };
  const slot = slotOf(id);
  if (slot === undefined) return undefined;
  if (kind === "headers") return { body: blockAt(slot).header };
  if (kind === "blocks")
    return { body: blockAt(slot).block, headers: { "eth-consensus-version": "electra" } };
  const ids = (JSON.parse(requestBody || "{}") as { ids?: string[] }).ids ?? [];
  const body = stateAnswer(slot, what, ids);
  return body === undefined ? undefined : { body };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", "http://node");
  if (url.pathname === "/eth/v1/events") {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(":\n\n");
    streams.add(response);
    response.once("close", () => streams.delete(response));
    return;
  }
  const result = answer(url, await readBody(request));
  const body = result?.body ?? Buffer.from('{"code":404,"message":"NOT_FOUND"}');
  response.writeHead(result === undefined ? 404 : 200, {
    "content-type": "application/json",
    "content-length": body.length,
    ...result?.headers,
  });
  response.end(body);
});

function emit(event: string, data: Record<string, unknown>): void {
  for (const stream of streams) stream.write(`event: ${event}\ndata: ${toApiJson(data)}\n\n`);
}

function note(slot: number): void {
  slotsByRoot.set(rootOf(seed, slot), slot);
  slotsByRoot.delete(rootOf(seed, slot - 2 * epochsKept * slotsPerEpoch));
}

function moveOn(): void {
  if (head >= lastHead) return;
  const before = finalizedEpoch(head);
  head += 1;
  note(head);
  const block = rootOf(seed, head);
  emit("block", { slot: head, block });
  emit("head", { slot: head, block, state: block, epoch_transition: head % slotsPerEpoch === 0 });
  const epoch = finalizedEpoch(head);
  if (epoch > before)
    emit("finalized_checkpoint", { epoch, block: rootOf(seed, epoch * slotsPerEpoch), state: block });
}

for (let slot = 0; slot <= head; slot++) note(slot);
const url = await listen(server, 0);
process.stdout.write(`${JSON.stringify({ url, finalizedEpoch: finalizedEpoch(lastHead) })}\n`);
const lines = createInterface({ input: process.stdin });
lines.once("line", () => setInterval(moveOn, (secondsPerSlot * 1000) / speed));
// The parent's end is this process's too.
lines.once("close", () => process.exit());

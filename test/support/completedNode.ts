/**
 * Whole epochs out of a recording that holds parts of them, without inventing votes: a node in front of the recorded
 * one. Slots without a recorded block stay empty; a block of which only the root is known (as a parent) is empty;
 * active validators whose committee wasn't recorded are spread over the unrecorded slots. Results for those
 * slots are no facts: only recorded slots may be judged.
 */
import { type RecordedBeaconNode, startRecordedBeaconNode } from "../../fixtures/eth/recordedNode.ts";
import { createFaults } from "../../fixtures/eth/stub/faults.ts";
import { serveStub } from "../../fixtures/eth/stub/http.ts";
import type { RecordedHeader } from "../../fixtures/eth/stub/recording.ts";

type Row = NonNullable<ReturnType<RecordedBeaconNode["recording"]["validators"]>>[number];
type Fields = { activation_epoch: string; exit_epoch: string };
type Block = { slot: number; root: string; parent: string; proposer: string };

export type CompletedNode = {
  url: string;
  recording: RecordedBeaconNode["recording"];
  /** Runs of epochs with a recorded committee. */
  runs: { from: number; to: number }[];
  close(): Promise<void>;
};

const zeroRoot = `0x${"00".repeat(32)}`;
const madeUpRoot = (slot: number) => `0x${"f0".repeat(24)}${slot.toString(16).padStart(16, "0")}`;

/** Consecutive numbers as runs. */
function runsOf(numbers: readonly number[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === number - 1) last.to = number;
    else runs.push({ from: number, to: number });
  }
  return runs;
}

export async function startCompletedNode(folder: string): Promise<CompletedNode> {
  const recorded = await startRecordedBeaconNode(folder);
  const { recording } = recorded;
  const slots = recording.slotsPerEpoch;
  const epochOf = (slot: number) => Math.floor(slot / slots);
  const runs = runsOf([...recording.committees.keys()].map(epochOf));
  const isNeeded = (slot: number) =>
    runs.some(({ from, to }) => slot >= from * slots && slot < (to + 2) * slots);

  /** The recorded registry of a slot, or the nearest one. */
  function registryAt(slot: number): Row[] {
    const at = recording.stateSlots.findLast((one) => one <= slot) ?? recording.stateSlots[0];
    const rows = at === undefined ? undefined : recording.validators(at);
    if (rows === undefined) throw new Error(`${folder} holds no registry`);
    return rows;
  }
  function activeIn(epoch: number): string[] {
    return registryAt(epoch * slots)
      .filter((row) => {
        const { activation_epoch: activation, exit_epoch: exit } = row.validator as unknown as Fields;
        return BigInt(activation) <= BigInt(epoch) && BigInt(epoch) < BigInt(exit);
      })
      .map((row) => row.index);
  }

  const blocks = new Map<number, Block>();
  function addBlocks(): void {
    const recordedSlots = [...new Set([...recording.attestations.keys(), ...recording.headers.keys()])];
    let last: Block | undefined;
    for (const slot of recordedSlots.filter(isNeeded).sort((a, b) => a - b)) {
      const header = recording.headers.get(slot);
      const message = header?.header.message;
      const block: Block = {
        slot,
        root: header?.root ?? madeUpRoot(slot),
        parent: message?.parent_root ?? last?.root ?? madeUpRoot(slot - 1),
        proposer: message?.proposer_index ?? recording.proposers.get(slot) ?? "0",
      };
      if (last?.root !== block.parent && slot > 0 && last?.slot !== slot - 1) {
        // Its parent exists: put it into the slot before.
        const parent: Block = {
          slot: slot - 1,
          root: block.parent,
          parent: last?.root ?? madeUpRoot(epochOf(slot - 1) * slots - 1),
          proposer: recording.proposers.get(slot - 1) ?? "0",
        };
        blocks.set(parent.slot, parent);
      }
      blocks.set(slot, block);
      last = block;
    }
  }
  addBlocks();
  const ordered = [...blocks.values()].sort((a, b) => a.slot - b.slot);
  const head = ordered.at(-1);
  if (head === undefined) throw new Error(`${folder} holds no block`);
  const beforeFirst = new Map<string, Block>();
  for (const block of ordered) {
    if (ordered.some((one) => one.root === block.parent)) continue;
    const slot = epochOf(block.slot) * slots - 1;
    beforeFirst.set(block.parent, { slot, root: block.parent, parent: zeroRoot, proposer: "0" });
  }
  const find = (id: string): Block | undefined =>
    id === "head"
      ? head
      : /^\d+$/.test(id)
        ? blocks.get(Number(id))
        : (ordered.find((block) => block.root === id) ?? beforeFirst.get(id));

  const template = [...recording.attestations.keys()][0];
  async function blockJson(block: Block): Promise<Response> {
    const isRecorded = recording.attestations.has(block.slot);
    const answer = await fetch(`${recorded.url}/eth/v2/beacon/blocks/${isRecorded ? block.slot : template}`);
    const body = (await answer.json()) as {
      version: string;
      data: { message: Record<string, unknown> & { body: { attestations: unknown[] } } };
    };
    Object.assign(body.data.message, {
      slot: String(block.slot),
      proposer_index: block.proposer,
      parent_root: block.parent,
    });
    if (!isRecorded) body.data.message.body.attestations = [];
    return Response.json(body, { headers: { "eth-consensus-version": body.version } });
  }

  function headerJson(block: Block): RecordedHeader {
    const message = { state_root: zeroRoot, body_root: zeroRoot, parent_root: block.parent };
    return {
      root: block.root,
      canonical: true,
      header: {
        message: { ...message, slot: String(block.slot), proposer_index: block.proposer },
        signature: `0x${"00".repeat(96)}`,
      },
    };
  }

  /** Recorded committees, and the remaining active validators spread over the other slots of the epoch. */
  function committeesOf(epoch: number): unknown[] {
    const own = Array.from({ length: slots }, (_, offset) => epoch * slots + offset);
    const perSlot = Math.max(1, ...[...recording.committees.values()].map((rows) => rows.length));
    const rows = own.flatMap((slot) => recording.committees.get(slot) ?? []);
    const seated = new Set(rows.flatMap((row) => row.validators));
    const open = own
      .filter((slot) => !recording.committees.has(slot))
      .flatMap((slot) =>
        Array.from({ length: perSlot }, (_, index) => ({
          index: String(index),
          slot: String(slot),
          validators: [] as string[],
        })),
      );
    const rest = activeIn(epoch).filter((index) => !seated.has(index));
    for (const [i, index] of rest.entries()) open[i % open.length]?.validators.push(index);
    return [...rows, ...open];
  }

  function dutiesOf(epoch: number): unknown[] {
    return Array.from({ length: slots }, (_, offset) => {
      const slot = epoch * slots + offset;
      const proposer = blocks.get(slot)?.proposer ?? recording.proposers.get(slot) ?? "0";
      return { pubkey: `0x${"00".repeat(48)}`, validator_index: proposer, slot: String(slot) };
    });
  }

  const data = (value: unknown) =>
    Response.json({ execution_optimistic: false, finalized: true, data: value });
  const notFound = () => Response.json({ code: 404, message: "NOT_FOUND" }, { status: 404 });

  function stateAnswer(id: string, what: string): Response | undefined {
    const slot = id === "head" ? head?.slot : Number(id);
    if (slot === undefined || (id !== "head" && !isNeeded(slot) && !isNeeded(slot - slots)))
      return notFound();
    if (what === "finality_checkpoints") {
      const last = runs.at(-1)?.to ?? 0;
      const epoch = id === "head" ? last + 3 : Math.max(0, epochOf(slot) - 2);
      const finalized = { epoch: String(epoch), root: head?.root ?? zeroRoot };
      return data({ finalized, previous_justified: finalized, current_justified: finalized });
    }
    if (what === "committees") return data(committeesOf(epochOf(slot)));
    if (what === "validators") return data(registryAt(slot));
    if (what === "sync_committees") {
      const active = activeIn(epochOf(slot));
      const size = Number(recording.spec.SYNC_COMMITTEE_SIZE ?? 512);
      const validators = Array.from({ length: size }, (_, seat) => active[seat % active.length]);
      return data({ validators, validator_aggregates: [] });
    }
    return what.startsWith("pending_") ? data([]) : undefined;
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, search, searchParams } = new URL(request.url);
    const state = /^\/eth\/v1\/beacon\/states\/([^/]+)\/(\w+)$/.exec(pathname);
    if (state !== null && request.method === "GET") {
      const own = stateAnswer(state[1] ?? "", state[2] ?? "");
      if (own !== undefined) return own;
    }
    const duties = /^\/eth\/v2\/validator\/duties\/proposer\/(\d+)$/.exec(pathname);
    if (duties !== null) return data(dutiesOf(Number(duties[1])));
    if (pathname === "/eth/v1/beacon/headers") {
      const block = find(searchParams.get("slot") ?? "head");
      return data(block === undefined ? [] : [headerJson(block)]);
    }
    const one = /^\/eth\/v[12]\/beacon\/(headers|blocks)\/([^/]+)$/.exec(pathname);
    if (one !== null) {
      const block = find(one[2] ?? "");
      if (block === undefined) return notFound();
      return one[1] === "headers" ? data(headerJson(block)) : blockJson(block);
    }
    const forwarded = await fetch(`${recorded.url}${pathname}${search}`, {
      method: request.method,
      ...(request.method === "POST" ? { body: await request.text() } : {}),
    });
    return new Response(await forwarded.arrayBuffer(), {
      status: forwarded.status,
      headers: { "content-type": "application/json" },
    });
  }

  const server = await serveStub(answer, { port: 0, faults: createFaults(), seed: 1 });
  return {
    url: server.url,
    recording,
    runs,
    close: async () => {
      await server.close();
      await recorded.close();
    },
  };
}

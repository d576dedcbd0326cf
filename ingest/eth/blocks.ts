/** The canonical blocks of a final epoch, proven by their parent links: a 404 alone proves no missed slot. */
import pMap from "p-map";
import { SourceError } from "../../lib/errors.ts";
import type { Node } from "../node/nodes.ts";
import type { BeaconClient, Header } from "./api/beacon.ts";
import type { BlockJson, EnvelopeJson } from "./block.ts";
import { type EthChain, forkAt, isForkFrom } from "./spec.ts";

export type CanonicalBlock = {
  slot: number;
  root: string;
  parentRoot: string;
  block: BlockJson;
  /** Gloas: the payload that the chain built on. */
  envelope?: EnvelopeJson | undefined;
};

export type EpochBlocks = {
  /** In slot order. */
  canonical: CanonicalBlock[];
  /** Blocks at missed slots that nodes still remember. */
  orphans: Header[];
  /** Root of the last block before the epoch. */
  parentBlockRoot: string;
};

type Source = { client: BeaconClient; chain: EthChain; finalized: { epoch: number; root: string } };

/** What a node has at a slot: a block, or the header of one that was orphaned. */
type Found = { block?: CanonicalBlock; orphan?: Header };

async function fetchSlot(source: Source, slot: number, signal: AbortSignal): Promise<Found> {
  const { client, chain } = source;
  const fork = forkAt(chain, Math.floor(slot / chain.slotsPerEpoch));
  // What a node hides, or answers in the slot of another block, the links find by its root.
  const { value: header } = await client.header(slot, signal);
  if (header === undefined) return {};
  if (!header.canonical) return { orphan: header };
  const block = await client.block(slot, fork, signal);
  if (block.value === undefined) throw halfPruned(client, block.node, slot);
  return { block: joined(header, block.value, block.node.name) };
}

/** A node has the header of a slot, and not its block. */
function halfPruned(client: BeaconClient, node: Node, slot: number): SourceError {
  const error = new SourceError(
    `${node.name} doesn't have the block of slot ${slot}, but its header exists: pruned; needs an archive node`,
    { code: "pruned", meta: { node: node.name, slot } },
  );
  client.report(node, error);
  return error;
}

/** A block with its root. @throws SourceError when header and block are not of the same block. */
function joined(header: Header, block: BlockJson, node: string): CanonicalBlock {
  if (
    header.slot !== block.slot ||
    header.parentRoot !== block.parent_root ||
    header.proposerIndex !== block.proposer_index
  ) {
    throw new SourceError(`${node} answers with a block at slot ${header.slot} that isn't its header's`, {
      code: "lying",
      meta: { node, slot: header.slot },
    });
  }
  return { slot: header.slot, root: header.root, parentRoot: header.parentRoot, block };
}

/** A block that must exist, from whichever node has it. */
async function fetchByRoot(
  source: Source,
  root: string,
  signal: AbortSignal,
): Promise<CanonicalBlock | undefined> {
  const { client, chain } = source;
  const asked: Node[] = [];
  let header: Header | undefined;
  while (header === undefined && asked.length < client.nodes.length) {
    const answer = await client.header(root, signal, asked);
    if (answer.value === undefined) asked.push(answer.node);
    header = answer.value;
  }
  if (header === undefined) return undefined;
  const fork = forkAt(chain, Math.floor(header.slot / chain.slotsPerEpoch));
  const lacking: Node[] = [];
  while (lacking.length < client.nodes.length) {
    const block = await client.block(root, fork, signal, lacking);
    if (block.value === undefined) {
      lacking.push(block.node);
      continue;
    }
    for (const node of new Set([...asked, ...lacking])) {
      client.report(node, new SourceError(`${node.name} doesn't have block ${root}`, { code: "pruned" }));
    }
    return joined(header, block.value, block.node.name);
  }
  return undefined;
}

/** Epochs behind the finalized one in which its votes are: the chain has a block in them. */
const finalizingEpochs = 2;

/** Parent root and, for Gloas, parent payload hash of the first block behind the epoch. */
async function fetchSuccessor(
  source: Source,
  epoch: number,
  signal: AbortSignal,
): Promise<{ parentRoot: string; parentBlockHash?: string | undefined }> {
  const { client, chain, finalized } = source;
  const first = (epoch + 1) * chain.slotsPerEpoch;
  const last = finalized.epoch * chain.slotsPerEpoch;
  // Votes in later blocks have made the checkpoint final: only the first of these says whether its payload counts.
  const isPayloadOpen = isForkFrom(forkAt(chain, epoch), "gloas");
  const end = isPayloadOpen ? last + finalizingEpochs * chain.slotsPerEpoch : last;
  for (let slot = first; slot <= end; slot += 1) {
    const { value: header, node } = await client.header(slot, signal);
    if (header?.canonical !== true || (slot > last && header.parentRoot !== finalized.root)) continue;
    const fork = forkAt(chain, Math.floor(slot / chain.slotsPerEpoch));
    if (!isForkFrom(fork, "gloas")) return { parentRoot: header.parentRoot };
    const { value: block } = await client.block(header.root, fork, signal);
    if (block === undefined) throw halfPruned(client, node, slot);
    return {
      parentRoot: header.parentRoot,
      parentBlockHash: block.body.signed_execution_payload_bid?.message.parent_block_hash,
    };
  }
  // No block up to the finalized checkpoint: then its root is that of the last block before.
  return { parentRoot: finalized.root };
}

function unproven(slot: number, expected: string, node: string): SourceError {
  return new SourceError(
    `${node} has no block with root ${expected}, the parent of the block at or behind slot ${slot}: it answers 404 where a block must be; pruned; needs an archive node`,
    { code: "pruned", meta: { slot, root: expected } },
  );
}

/**
 * Walks the parent links back from the successor. A block that a node hid behind a 404 is fetched by its root.
 * @returns the blocks that the links prove, in slot order, and the root before them.
 */
async function proveLinks(
  source: Source,
  found: readonly CanonicalBlock[],
  epoch: number,
  successorParent: string,
  signal: AbortSignal,
): Promise<{ canonical: CanonicalBlock[]; parentBlockRoot: string }> {
  const firstSlot = epoch * source.chain.slotsPerEpoch;
  const byRoot = new Map(found.map((block) => [block.root, block]));
  const canonical: CanonicalBlock[] = [];
  const names = source.client.nodes.map((node) => node.name).join(", ");
  let expected = successorParent;
  let below = firstSlot + source.chain.slotsPerEpoch;
  while (below > firstSlot) {
    let block = byRoot.get(expected);
    if (block === undefined) {
      // Genesis has a root but not everywhere a block.
      if (below <= 1) break;
      const { value: header } = await source.client.header(expected, signal);
      if (header !== undefined && (header.slot < firstSlot || header.slot === 0)) break;
      block = await fetchByRoot(source, expected, signal);
      if (block === undefined) throw unproven(below, expected, names);
    }
    if (block.slot < firstSlot) break;
    if (block.slot >= below) {
      throw new SourceError(`${names}: the block at slot ${block.slot} is its own ancestor`, {
        code: "lying",
      });
    }
    canonical.push(block);
    expected = block.parentRoot;
    below = block.slot;
  }
  const proven = new Set(canonical.map((block) => block.root));
  const stray = found.find((block) => !proven.has(block.root));
  if (stray !== undefined) {
    throw new SourceError(
      `${names}: the block at slot ${stray.slot} isn't an ancestor of the blocks behind it, and its header calls it canonical`,
      { code: "inconsistent", meta: { slot: stray.slot, root: stray.root } },
    );
  }
  return { canonical: canonical.reverse(), parentBlockRoot: expected };
}

/**
 * The payload that the next block builds on, from whichever node has it: it was revealed, so a 404 says only that the
 * node doesn't keep it.
 * @throws SourceError `pruned`
 */
async function fetchEnvelope(
  { client }: Source,
  { slot, root }: CanonicalBlock,
  blockHash: string,
  signal: AbortSignal,
): Promise<EnvelopeJson> {
  const lacking: Node[] = [];
  while (lacking.length < client.nodes.length) {
    const { value, node } = await client.envelope(root, signal, lacking);
    if (value?.payload.block_hash !== blockHash) {
      lacking.push(node);
      continue;
    }
    for (const other of lacking)
      client.report(
        other,
        new SourceError(`${other.name} doesn't have the payload of slot ${slot}`, { code: "pruned" }),
      );
    return value;
  }
  throw new SourceError(
    `${lacking.map(({ name }) => name).join(", ")}: no payload ${blockHash} of slot ${slot}, though the next block builds on it: pruned; needs an archive node`,
    { code: "pruned", meta: { slot, root } },
  );
}

/** Gloas: a payload counts when the next block builds on it (bid.parent_block_hash), and only then. */
async function addEnvelopes(
  source: Source,
  blocks: readonly CanonicalBlock[],
  successorParentHash: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await pMap(
    blocks,
    async (entry, position) => {
      const bid = entry.block.body.signed_execution_payload_bid?.message;
      if (bid === undefined) return;
      const next = blocks[position + 1]?.block.body.signed_execution_payload_bid?.message.parent_block_hash;
      const parentHash = position + 1 < blocks.length ? next : successorParentHash;
      if (parentHash === undefined)
        throw new SourceError(`no block behind slot ${entry.slot} says whether its payload counts`, {
          code: "inconsistent",
          meta: { slot: entry.slot },
        });
      // Genesis is a state: what it promises was never revealed.
      if (parentHash !== bid.block_hash || entry.slot === 0) return;
      entry.envelope = await fetchEnvelope(source, entry, bid.block_hash, signal);
    },
    { concurrency: 8 },
  );
}

/** @throws SourceError `pruned`, `lying` or `inconsistent`, naming the node and the slot. */
export async function fetchEpochBlocks(
  source: Source,
  epoch: number,
  signal: AbortSignal,
): Promise<EpochBlocks> {
  const { chain, client } = source;
  const firstSlot = epoch * chain.slotsPerEpoch;
  const slots = Array.from({ length: chain.slotsPerEpoch }, (_, offset) => firstSlot + offset);
  const [found, successor] = await Promise.all([
    pMap(slots, (slot) => fetchSlot(source, slot, signal), { concurrency: 16 }),
    fetchSuccessor(source, epoch, signal),
  ]);
  const present = found.flatMap(({ block }) => block ?? []);
  const { canonical, parentBlockRoot } = await proveLinks(
    source,
    present,
    epoch,
    successor.parentRoot,
    signal,
  );
  await addEnvelopes(source, canonical, successor.parentBlockHash, signal);
  const taken = new Set(canonical.map((block) => block.slot));
  const missed = slots.filter((slot) => !taken.has(slot) && slot > 0);
  const listed = await pMap(missed, (slot) => client.headersAt(slot, signal), { concurrency: 8 });
  const answered = found.flatMap(({ orphan }) => orphan ?? []);
  const byRoot = new Map([...answered, ...listed.flat()].map((header) => [header.root, header]));
  const orphans = [...byRoot.values()].filter(({ slot }) => !taken.has(slot));
  return { canonical, orphans, parentBlockRoot };
}

/**
 * Asks for the epoch's last block once more, when all else has been asked: an address behind which another node, of
 * another chain, came to stand meanwhile would mix the facts of two chains.
 * @throws SourceError `inconsistent`
 */
export async function checkStillThere(
  client: BeaconClient,
  { slot, root }: { slot: number; root: string },
  signal: AbortSignal,
): Promise<void> {
  // Genesis has a root but not everywhere a block.
  if (slot === 0) return;
  const { value: canonical } = await client.header(slot, signal);
  // A node may hide a slot behind a 404 and still know its block.
  const header = canonical ?? (await client.header(root, signal)).value;
  if (header?.root === root) return;
  throw new SourceError(
    `the block of slot ${slot} was ${root}, and is ${header?.root ?? "gone"} now: the node's chain has changed`,
    { code: "inconsistent", meta: { slot, root } },
  );
}

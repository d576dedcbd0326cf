/** The canonical blocks of a final epoch, proven by their parent links: a 404 alone does not prove a missed slot. */
import pMap from "p-map";
import { SourceError } from "../../lib/errors.ts";
import type { Node } from "../node/nodes.ts";
import type { BeaconClient, Header } from "./api/beacon.ts";
import type { BlockJson, EnvelopeJson } from "./block.ts";
import { forkAt } from "./spec.ts";
import { fetchLaterSuccessor, fetchSuccessor, halfPruned, type Source, type Successor } from "./successor.ts";

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

/** A node's object at a slot: a block, or the header of an orphaned one. */
type Found = { header?: Header; block?: CanonicalBlock };

async function fetchSlot(source: Source, slot: number, signal: AbortSignal): Promise<Found> {
  const { client, chain } = source;
  const fork = forkAt(chain, Math.floor(slot / chain.slotsPerEpoch));
  // Blocks that a node hides, or returns for another slot, are found by their roots through the links.
  const { value: header } = await client.header(slot, signal);
  if (header === undefined) return {};
  if (!header.canonical) return { header };
  const block = await client.block(slot, fork, signal);
  if (block.value === undefined) throw halfPruned(client, block.node, slot);
  return { header, block: joined(header, block.value, block.node.name) };
}

/** A block with its root. @throws SourceError if header and block belong to different blocks. */
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

/** A block that must exist, from any node that has it. */
async function fetchByRoot(
  source: Source,
  root: string,
  signal: AbortSignal,
): Promise<CanonicalBlock | undefined> {
  const { client, chain } = source;
  const requested: Node[] = [];
  let header: Header | undefined;
  while (header === undefined && requested.length < client.nodes.length) {
    const answer = await client.header(root, signal, requested);
    if (answer.value === undefined) requested.push(answer.node);
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
    for (const node of new Set([...requested, ...lacking])) {
      client.report(node, new SourceError(`${node.name} doesn't have block ${root}`, { code: "pruned" }));
    }
    return joined(header, block.value, block.node.name);
  }
  return undefined;
}

function unproven(slot: number, expected: string, node: string): SourceError {
  return new SourceError(
    `${node} has no block with root ${expected}, the parent of the block at or after slot ${slot}: it returned 404 for a block that must exist; pruned; needs an archive node`,
    { code: "pruned", meta: { slot, root: expected } },
  );
}

/**
 * Walks the parent links back from the successor. A block that a node hid with a 404 is fetched by its root.
 * @returns the blocks that the links prove, in slot order, the root before them, and whether a node called others canonical
 */
async function proveLinks(
  source: Source,
  candidates: readonly CanonicalBlock[],
  epoch: number,
  successorParent: string,
  signal: AbortSignal,
): Promise<{ canonical: CanonicalBlock[]; parentBlockRoot: string; isContradicted: boolean }> {
  const firstSlot = epoch * source.chain.slotsPerEpoch;
  const byRoot = new Map(candidates.map((block) => [block.root, block]));
  const canonical: CanonicalBlock[] = [];
  const names = source.client.nodes.map((node) => node.name).join(", ");
  let expected = successorParent;
  let below = firstSlot + source.chain.slotsPerEpoch;
  while (below > firstSlot) {
    let block = byRoot.get(expected);
    if (block === undefined) {
      // Genesis has a root but not every node has its block.
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
  // A header's claim that a block is canonical contradicts the links.
  const isContradicted = candidates.some((block) => !proven.has(block.root));
  return { canonical: canonical.reverse(), parentBlockRoot: expected, isContradicted };
}

/**
 * The payload that the next block builds on, from any node that has it: it was revealed, so a 404 only means that the
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

/** Gloas: a payload counts if and only if the next block builds on it (bid.parent_block_hash). */
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
        throw new SourceError(`no block after slot ${entry.slot} proves whether its payload is canonical`, {
          code: "inconsistent",
          meta: { slot: entry.slot },
        });
      // Genesis is a state: its committed payload was never revealed.
      if (parentHash !== bid.block_hash || entry.slot === 0) return;
      entry.envelope = await fetchEnvelope(source, entry, bid.block_hash, signal);
    },
    { concurrency: 8 },
  );
}

/**
 * The chain's blocks by links alone. If a node calls others canonical, the successor may be one of those: then the links
 * of much later blocks are used.
 */
async function proven(
  source: Source,
  {
    candidates,
    epoch,
    successor,
  }: { candidates: readonly CanonicalBlock[]; epoch: number; successor: Successor },
  signal: AbortSignal,
) {
  const linked = await proveLinks(source, candidates, epoch, successor.parentRoot, signal);
  if (!linked.isContradicted) return { ...linked, parentBlockHash: successor.parentBlockHash };
  const later = await fetchLaterSuccessor(source, epoch, successor, signal);
  const { canonical, parentBlockRoot } = await proveLinks(
    source,
    candidates,
    epoch,
    later.parentRoot,
    signal,
  );
  return { canonical, parentBlockRoot, parentBlockHash: later.parentBlockHash };
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
  const [candidates, successor] = await Promise.all([
    pMap(slots, (slot) => fetchSlot(source, slot, signal), { concurrency: 16 }),
    fetchSuccessor(source, epoch, signal),
  ]);
  const { canonical, parentBlockRoot, parentBlockHash } = await proven(
    source,
    { candidates: candidates.flatMap(({ block }) => block ?? []), epoch, successor },
    signal,
  );
  await addEnvelopes(source, canonical, parentBlockHash, signal);
  const taken = new Set(canonical.map((block) => block.slot));
  const missed = slots.filter((slot) => !taken.has(slot) && slot > 0);
  const listed = await pMap(missed, (slot) => client.headersAt(slot, signal), { concurrency: 8 });
  const answered = candidates.flatMap(({ header }) => header ?? []);
  const byRoot = new Map([...answered, ...listed.flat()].map((header) => [header.root, header]));
  const orphans = [...byRoot.values()]
    .filter(({ slot }) => slot > 0 && !taken.has(slot))
    .map((header) => ({ ...header, canonical: false }));
  return { canonical, orphans, parentBlockRoot };
}

/**
 * Root of a slot's canonical block.
 * @param root what it is compared with: a node may return 404 for a slot and still have its block by root
 */
export async function rootAt(
  client: BeaconClient,
  slot: number,
  { root, signal }: { root: string | undefined; signal: AbortSignal },
): Promise<string | undefined> {
  const { value: canonical } = await client.header(slot, signal);
  if (canonical !== undefined || root === undefined) return canonical?.root;
  // Genesis has a root but not everywhere a block.
  if (slot === 0) return root;
  const { value } = await client.header(root, signal);
  return value?.slot === slot && value.canonical ? value.root : undefined;
}

/** The first block after an epoch, from which the epoch's own blocks are proven. */
import { SourceError } from "../../lib/errors.ts";
import type { Node } from "../node/nodes.ts";
import type { BeaconClient, Header } from "./api/beacon.ts";
import { type EthChain, forkAt, isForkFrom } from "./spec.ts";

export type Source = { client: BeaconClient; chain: EthChain; finalized: { epoch: number; root: string } };

/** Its parent's root and, for Gloas, the hash of the payload that it builds on. */
export type Successor = { parentRoot: string; parentBlockHash?: string | undefined };

/** The error of a node that has the header of a slot, but not its block. */
export function halfPruned(client: BeaconClient, node: Node, slot: number): SourceError {
  const error = new SourceError(
    `${node.name} doesn't have the block of slot ${slot}, but its header exists: pruned; needs an archive node`,
    { code: "pruned", meta: { node: node.name, slot } },
  );
  client.report(node, error);
  return error;
}

async function toSuccessor(
  { client, chain }: Source,
  header: Header,
  node: Node,
  signal: AbortSignal,
): Promise<Successor> {
  const fork = forkAt(chain, Math.floor(header.slot / chain.slotsPerEpoch));
  if (!isForkFrom(fork, "gloas")) return { parentRoot: header.parentRoot };
  const { value: block } = await client.block(header.root, fork, signal);
  if (block === undefined) throw halfPruned(client, node, header.slot);
  return {
    parentRoot: header.parentRoot,
    parentBlockHash: block.body.signed_execution_payload_bid?.message.parent_block_hash,
  };
}

/** Epochs after the finalized one in which its votes are: the chain has a block in them. */
const finalizingEpochs = 2;

/** The first block after the epoch, as nodes answer by slot. */
export async function fetchSuccessor(source: Source, epoch: number, signal: AbortSignal): Promise<Successor> {
  const { client, chain, finalized } = source;
  const first = (epoch + 1) * chain.slotsPerEpoch;
  const last = finalized.epoch * chain.slotsPerEpoch;
  // Votes in later blocks have made the checkpoint final: only the first of these shows whether its payload counts.
  const isPayloadOpen = isForkFrom(forkAt(chain, epoch), "gloas");
  const end = isPayloadOpen ? last + finalizingEpochs * chain.slotsPerEpoch : last;
  for (let slot = first; slot <= end; slot += 1) {
    const { value: header, node } = await client.header(slot, signal);
    if (header?.canonical !== true || (slot > last && header.parentRoot !== finalized.root)) continue;
    return await toSuccessor(source, header, node, signal);
  }
  // No block up to the finalized checkpoint, so its root is that of the last block before.
  return { parentRoot: finalized.root };
}

/** Orphaned forks are shorter: the ancestors of a block so many epochs later are canonical. */
const forkEpochs = 3;

/** The finalized block, or an earlier one, from which the links of an epoch's successor are walked. */
async function startOfLinks({ client, chain, finalized }: Source, epoch: number, signal: AbortSignal) {
  const last = finalized.epoch * chain.slotsPerEpoch;
  for (let slot = (epoch + 1 + forkEpochs) * chain.slotsPerEpoch; slot < last; slot += 1) {
    const header = await client.header(slot, signal);
    if (header.value !== undefined) return header;
  }
  return await client.header(finalized.root, signal);
}

/**
 * The same block by parent links, independent of what nodes return by slot or call canonical.
 * @param claimed where no block is between the epoch and the finalized checkpoint, the links say the same
 * @throws SourceError `pruned` where a block of the links is not there
 */
export async function fetchLaterSuccessor(
  source: Source,
  epoch: number,
  claimed: Successor,
  signal: AbortSignal,
): Promise<Successor> {
  const { client, chain, finalized } = source;
  const first = (epoch + 1) * chain.slotsPerEpoch;
  let { value: header, node } = await startOfLinks(source, epoch, signal);
  if (header !== undefined && header.slot < first)
    return claimed.parentRoot === finalized.root ? claimed : { parentRoot: finalized.root };
  while (header !== undefined) {
    const parent = await client.header(header.parentRoot, signal);
    if (parent.value !== undefined && parent.value.slot < first)
      return await toSuccessor(source, header, node, signal);
    ({ value: header, node } = parent);
  }
  throw new SourceError(
    `${node.name} does not have all blocks between epoch ${epoch} and the finalized one: pruned; needs an archive node`,
    { code: "pruned", meta: { epoch } },
  );
}

/**
 * The shares of tips and priority fees that Jito's tip router takes, from its configuration on chain (jito-tip-router
 * 30e1b579, core/src/config.rs and fees.rs).
 */
import { SourceError } from "../../../lib/errors.ts";
import type { TipsMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { readAccountData } from "./accountInfo.ts";

const routerProgram = "RouterBmuRBkPUbgEDMtdvTZ75GBdSREZR5uGUxxxpb";
/** The tip router's node consensus network. */
const network = "jtoF4epChkmd75V2kxXSmywatczAomDqKu6VfWUQocT";
const configMark = 1;
/** After a mark of 8 bytes, three addresses and two counts of 8 bytes. */
const blockEngineFeeOffset = 120;
/** After the block engine's fee, 8 wallet addresses and 128 reserved bytes; one after the other. */
const feesOffsets = [506, 674] as const;
const feesBytes = 168;
/** In each, after its activation: the fee on priority fees (2 bytes). */
const priorityFeeOffset = 8;
/** In each: eight groups of base fees, and eight of the network's, 2 bytes each. */
const groupsOffset = 136;
const groups = 16;
const allBps = 10_000;
const uint32Max = 4_294_967_295n;

export type TipFee = TipsMessage["fees"][number];

/** Fees by activation, ascending; equal epochs are merged. @throws SourceError `bad_answer` for another layout */
export function decodeTipFees(data: Buffer): TipFee[] {
  if (data.length < feesOffsets[1] + feesBytes || data[0] !== configMark)
    throw new SourceError(`the tip router's configuration has ${data.length} bytes of an unknown layout`, {
      code: "bad_answer",
    });
  const blockEngineBps = data.readUInt16LE(blockEngineFeeOffset);
  if (blockEngineBps >= allBps)
    throw new SourceError(`the block engine takes ${blockEngineBps} basis points`, { code: "bad_answer" });
  const fees = feesOffsets.map((offset): TipFee => {
    const epoch = data.readBigUInt64LE(offset);
    let bps = 0;
    for (let group = 0; group < groups; group += 1)
      bps += data.readUInt16LE(offset + groupsOffset + 2 * group);
    // Fees apply after the block engine's share, so they are scaled up to the remainder.
    const adjusted = Math.floor((bps * allBps) / (allBps - blockEngineBps));
    // The block engine takes no share of priority fees (tip-router-operator-cli/src/process_epoch.rs).
    const priorityBps = data.readUInt16LE(offset + priorityFeeOffset);
    if (epoch > uint32Max || adjusted > allBps || priorityBps > allBps)
      throw new SourceError(
        `the tip router takes ${adjusted} and ${priorityBps} basis points from epoch ${epoch} on`,
        { code: "bad_answer" },
      );
    return { activation_epoch: Number(epoch), fee_bps: adjusted, priority_fee_bps: priorityBps };
  });
  const [one, other] = fees as [TipFee, TipFee];
  // With equal activations the first counts.
  if (one.activation_epoch === other.activation_epoch) return [one];
  return one.activation_epoch < other.activation_epoch ? [one, other] : [other, one];
}

export async function tipFeesAddress(): Promise<string> {
  const { PublicKey } = await import("@solana/web3.js");
  const seeds = [Buffer.from("config"), new PublicKey(network).toBuffer()];
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(routerProgram))[0].toBase58();
}

/** Without a tip router there are no fees. */
export async function readTipFees(nodes: Pick<NodeSet, "call">, signal?: AbortSignal): Promise<TipFee[]> {
  const data = await readAccountData(nodes, await tipFeesAddress(), signal);
  return data === undefined
    ? [{ activation_epoch: 0, fee_bps: 0, priority_fee_bps: 0 }]
    : decodeTipFees(data);
}

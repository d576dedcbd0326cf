/**
 * What Jito's tip router takes of tips and of priority fees, out of its configuration on the chain (jito-tip-router 30e1b579,
 * core/src/config.rs and fees.rs).
 */
import { SourceError } from "../../../lib/errors.ts";
import type { TipsMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { readAccountData } from "./accountInfo.ts";

const routerProgram = "RouterBmuRBkPUbgEDMtdvTZ75GBdSREZR5uGUxxxpb";
/** The node consensus network of the tip router. */
const network = "jtoF4epChkmd75V2kxXSmywatczAomDqKu6VfWUQocT";
const configMark = 1;
/** Behind a mark of 8 bytes, three addresses and two counts of 8 bytes. */
const blockEngineFeeOffset = 120;
/** Behind the block engine's fee, 8 addresses of wallets and 128 reserved bytes; one after the other. */
const feesOffsets = [506, 674] as const;
const feesBytes = 168;
/** Of each, behind its activation: the fee of priority fees (2 bytes). */
const priorityFeeOffset = 8;
/** Of each: eight groups of base fees, and eight of the network's, 2 bytes each. */
const groupsOffset = 136;
const groups = 16;
const allBps = 10_000;
const uint32Max = 4_294_967_295n;

export type TipFee = TipsMessage["fees"][number];

/** Fees by activation, ascending; two of one epoch are one. @throws SourceError `bad_answer` for another layout */
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
    // Fees are of what the block engine has taken its own from, and are raised to what is left of that.
    const adjusted = Math.floor((bps * allBps) / (allBps - blockEngineBps));
    // The block engine has no part of priority fees (tip-router-operator-cli/src/process_epoch.rs).
    const priorityBps = data.readUInt16LE(offset + priorityFeeOffset);
    if (epoch > uint32Max || adjusted > allBps || priorityBps > allBps)
      throw new SourceError(
        `the tip router takes ${adjusted} and ${priorityBps} basis points from epoch ${epoch} on`,
        { code: "bad_answer" },
      );
    return { activation_epoch: Number(epoch), fee_bps: adjusted, priority_fee_bps: priorityBps };
  });
  const [one, other] = fees as [TipFee, TipFee];
  // Of two with one activation the first counts.
  if (one.activation_epoch === other.activation_epoch) return [one];
  return one.activation_epoch < other.activation_epoch ? [one, other] : [other, one];
}

export async function tipFeesAddress(): Promise<string> {
  const { PublicKey } = await import("@solana/web3.js");
  const seeds = [Buffer.from("config"), new PublicKey(network).toBuffer()];
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(routerProgram))[0].toBase58();
}

/** Where there is no tip router, nothing is taken. */
export async function readTipFees(nodes: Pick<NodeSet, "call">, signal?: AbortSignal): Promise<TipFee[]> {
  const data = await readAccountData(nodes, await tipFeesAddress(), signal);
  return data === undefined
    ? [{ activation_epoch: 0, fee_bps: 0, priority_fee_bps: 0 }]
    : decodeTipFees(data);
}

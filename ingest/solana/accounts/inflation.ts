/**
 * Inputs of the rewards that Alpenglow's certificates pay per slot in an epoch, which the chain stores in an account
 * (agave 4.4, runtime/src/block_component_processor/vote_reward/epoch_inflation_account_state.rs).
 */
import { SourceError } from "../../../lib/errors.ts";
import type { VotersMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { readAccountData } from "./accountInfo.ts";

/** Alpenglow's feature gate, from which the account's address is derived (agave 4.4, feature-set: `alpenglow::id`). */
const alpenglowFeature = "A1pengvuM6JEcyNuTnMqepBKhwHE3N6PmUrdATGawhJS";
const seed = "vote_reward_account";
/** The epoch's lamports, slots and number; optionally followed by the previous epoch's. */
const stateBytes = 24;
const uint32Max = 4_294_967_295n;

export type EpochInflation = VotersMessage["inflation"][number];

function stateAt(data: Buffer, offset: number): EpochInflation {
  const epoch = data.readBigUInt64LE(offset + 16);
  const slots = data.readBigUInt64LE(offset + 8);
  if (epoch > uint32Max || slots === 0n)
    throw new SourceError(`the inflation account names epoch ${epoch} of ${slots} slots`, {
      code: "bad_answer",
    });
  return {
    epoch: Number(epoch),
    reward_max_lamports: String(data.readBigUInt64LE(offset)),
    slot_count: String(slots),
  };
}

/** This epoch, and the previous one if there is one. @throws SourceError `bad_answer` for data of another layout */
export function decodeInflation(data: Buffer): EpochInflation[] {
  const hasPrevious = data[stateBytes];
  const isWhole = hasPrevious === 0 || (hasPrevious === 1 && data.length > 2 * stateBytes);
  if (!isWhole)
    throw new SourceError(`the inflation account has ${data.length} bytes of an unknown layout`, {
      code: "bad_answer",
    });
  const current = stateAt(data, 0);
  return hasPrevious === 1 ? [current, stateAt(data, stateBytes + 1)] : [current];
}

export async function inflationAddress(): Promise<string> {
  const { PublicKey } = await import("@solana/web3.js");
  const [address] = PublicKey.findProgramAddressSync([Buffer.from(seed)], new PublicKey(alpenglowFeature));
  return address.toBase58();
}

/** Empty before Alpenglow. */
export async function readInflation(
  nodes: Pick<NodeSet, "call">,
  signal?: AbortSignal,
): Promise<EpochInflation[]> {
  const data = await readAccountData(nodes, await inflationAddress(), signal);
  return data === undefined ? [] : decodeInflation(data);
}

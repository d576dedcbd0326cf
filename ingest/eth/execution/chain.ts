/** What the beacon chain says of its execution chain. */
import { SourceError } from "../../../lib/errors.ts";
import { address } from "../../../schemas/common.ts";
import { type EthChain, forkAt, isForkFrom } from "../spec.ts";

/** The deposit contract's address. @throws SourceError `bad_spec` */
export function depositContract({ constants }: Pick<EthChain, "constants">): string {
  const text = constants.DEPOSIT_CONTRACT_ADDRESS?.toLowerCase();
  if (text !== undefined && address.safeParse(text).success) return text;
  throw new SourceError("the beacon node's /eth/v1/config/spec has no DEPOSIT_CONTRACT_ADDRESS", {
    code: "bad_spec",
    retryable: false,
  });
}

/** The chain that execution nodes have to be of. @throws SourceError `bad_spec` */
export function executionChainId({ constants }: Pick<EthChain, "constants">): bigint {
  const text = constants.DEPOSIT_CHAIN_ID;
  if (text !== undefined && /^\d+$/.test(text)) return BigInt(text);
  throw new SourceError("the beacon node's /eth/v1/config/spec has no DEPOSIT_CHAIN_ID", {
    code: "bad_spec",
    retryable: false,
  });
}

/**
 * Whether the gas of a slot's receipts adds up to what its block used: until Amsterdam, the execution layer's part of Gloas. From then
 * on a block counts gas that senders get back (EIP-7778), and state apart from the rest (EIP-8037); receipts say what was paid.
 */
export function gasSums(chain: Pick<EthChain, "forkSchedule" | "slotsPerEpoch">): (slot: number) => boolean {
  return (slot) => !isForkFrom(forkAt(chain, Math.floor(slot / chain.slotsPerEpoch)), "gloas");
}

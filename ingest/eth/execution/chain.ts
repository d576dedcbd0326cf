/** The execution chain's constants, from the beacon chain. */
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

/** The chain that execution nodes must be on. @throws SourceError `bad_spec` */
export function executionChainId({ constants }: Pick<EthChain, "constants">): bigint {
  const text = constants.DEPOSIT_CHAIN_ID;
  if (text !== undefined && /^\d+$/.test(text)) return BigInt(text);
  throw new SourceError("the beacon node's /eth/v1/config/spec has no DEPOSIT_CHAIN_ID", {
    code: "bad_spec",
    retryable: false,
  });
}

/**
 * Whether the receipts' gas of a slot adds up to its block's: until Amsterdam, the execution layer's part of Gloas. From then on
 * a block counts refunded gas (EIP-7778), and state apart from the rest (EIP-8037); receipts hold the paid gas.
 */
export function gasSums(chain: Pick<EthChain, "forkSchedule" | "slotsPerEpoch">): (slot: number) => boolean {
  return (slot) => !isForkFrom(forkAt(chain, Math.floor(slot / chain.slotsPerEpoch)), "gloas");
}

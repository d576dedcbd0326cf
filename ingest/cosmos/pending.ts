/**
 * Rewards that left the outstanding amount when a delegation changed and that their delegators have not claimed yet
 * (CIP-30). No event has their amounts and no query lists them, so they are read from the store: a map from delegator
 * and validator to coins with the prefix 10 (celestiaorg/cosmos-sdk 0.51.4: x/distribution/types/keys.go,
 * `UserOutstandingRewardsKey`, and keeper/keeper.go; the path is of cosmossdk.io/store 1.1.1, iavl/store.go). Before
 * CIP-30 nothing has that prefix, so the list is empty.
 */
import { MsgWithdrawDelegatorRewardResponse } from "cosmjs-types/cosmos/distribution/v1beta1/tx";
import { Pairs } from "cosmjs-types/cosmos/store/internal/kv/v1beta1/kv";
import { toAddress } from "../../lib/bech32.ts";
import { SourceError } from "../../lib/errors.ts";
import { type CosmosChain, operatorPrefix } from "../../schemas/cosmos/chains.ts";

export const pendingPath = "/store/distribution/subspace";
export const pendingPrefix = Uint8Array.of(10);

/** The operator of a key: the prefix, then the delegator's length-prefixed bytes, then the operator's. */
function operatorOf(chain: CosmosChain, key: Uint8Array): string {
  const delegatorLength = key[1] ?? 0;
  const operator = key.subarray(2 + delegatorLength);
  // A length of 128 or more has a second byte, and no address is that long.
  if (key[0] !== pendingPrefix[0] || delegatorLength > 127 || operator.length === 0)
    throw new SourceError(`${pendingPath}: unknown key ${Buffer.from(key).toString("hex")}`, {
      code: "bad_answer",
    });
  return toAddress(operatorPrefix(chain), operator);
}

/** Sums by operator, base units of the chain's own coin. @throws SourceError for keys of another form */
export function decodePending(chain: CosmosChain, bytes: Uint8Array): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { key, value } of Pairs.decode(bytes).pairs) {
    const operator = operatorOf(chain, key);
    // A list of coins in field 1, as the stored message is.
    for (const { denom, amount } of MsgWithdrawDelegatorRewardResponse.decode(value).amount)
      if (denom === chain.denomination) sums.set(operator, (sums.get(operator) ?? 0n) + BigInt(amount));
  }
  return sums;
}

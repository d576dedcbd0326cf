/**
 * The senders of a generated chain's deposits, from the planned transactions, and the resulting deposit addresses of
 * validators. Shares no code with the product.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { voidSignature } from "../../fixtures/eth/model/queues.ts";
import { executionOf } from "../../fixtures/eth/scenario/execution.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import type { ModelKey } from "./ethModelEntities.ts";

export type ModelDeposit = {
  index: number;
  pubkey: string;
  credentials: string;
  amount: bigint;
  signature: string;
  sender: string;
  transaction: string;
  block: number;
  hash: string;
  /** null before the history. */
  epoch: number | null;
};

/** All deposits up to a slot, in the contract's order. */
export function depositsOf(chain: EthFixture, lastSlot: number): ModelDeposit[] {
  const execution = executionOf(chain);
  const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
  const blocks = Array.from({ length: execution.blocksBefore + 1 }, (_, number) => execution.before(number));
  for (const [slot, root] of chain.canonicalRoots) {
    const stored = chain.blocks.get(root);
    if (slot <= lastSlot && stored !== undefined) blocks.push(execution.ofBlock(stored));
  }
  return blocks
    .filter((block) => block !== undefined)
    .flatMap(({ number, hash, slot, transactions }) =>
      transactions
        .filter(({ isFailed }) => !isFailed)
        .flatMap((transaction) =>
          transaction.deposits.map((deposit) => ({
            index: Number(deposit.index),
            pubkey: deposit.pubkey,
            credentials: deposit.withdrawal_credentials,
            amount: BigInt(deposit.amount),
            signature: deposit.signature,
            sender: transaction.from,
            transaction: transaction.hash,
            block: number,
            hash,
            epoch: slot === null ? null : Math.floor(slot / slotsPerEpoch),
          })),
        ),
    )
    .sort((a, b) => a.index - b.index);
}

/**
 * Deposit addresses from the known deposits: the sender of a key's first known valid deposit, unless that came when its
 * validator was eligible already.
 */
export function depositKeys(chain: EthFixture, deposits: readonly ModelDeposit[], epoch: number): ModelKey[] {
  const { validators } = canonicalSnapshot(chain, epoch * chain.constants.number("SLOTS_PER_EPOCH"));
  const firsts = new Map<string, ModelDeposit>();
  for (const deposit of deposits)
    if (
      deposit.signature !== voidSignature &&
      deposit.index < (firsts.get(deposit.pubkey)?.index ?? Number.POSITIVE_INFINITY)
    )
      firsts.set(deposit.pubkey, deposit);
  return validators.flatMap((validator) => {
    const first = firsts.get(validator.pubkey);
    if (first === undefined) return [];
    const eligible = validator.activationEligibilityEpoch ?? Number.POSITIVE_INFINITY;
    if (first.epoch !== null && first.epoch >= Number(eligible)) return [];
    return [
      { key: validator.pubkey, kind: "deposit" as const, idType: "depositAddress", entity: first.sender },
    ];
  });
}

/** Lines that correspond to an import of Lido's registry. */
export function registryKeys(
  operators: readonly { name: string; keys: readonly string[]; deposited: number }[],
): ModelKey[] {
  return operators.flatMap(({ name, keys, deposited }) =>
    keys.slice(0, deposited).flatMap((key) => [
      { key, kind: "pubkey" as const, idType: "nodeOperator", entity: name },
      { key, kind: "pubkey" as const, idType: "pool", entity: "Lido" },
    ]),
  );
}

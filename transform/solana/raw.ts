/** Bus messages → rows of the raw tables. */
import { elementAt } from "../../lib/elementAt.ts";
import { unpack } from "../../lib/packed.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import type {
  SlotFact,
  SlotsMessage,
  SolanaMessage,
  StakesMessage,
  TipsMessage,
  VotersMessage,
} from "../../schemas/solana/events.ts";
import { collectRows, type RowsOf } from "../frame/columns.ts";
import { writeTables } from "../frame/tables.ts";
import type { IdentityBatch, IdentityCache } from "./identities.ts";
import { voteTables } from "./votes.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 1;
/** Of rows of one decoder, the one with more known facts wins. */
const factVersion = { decoder: 40, known: 24 } as const;

const textOf = (date: Date) => date.toISOString().slice(0, 19).replace("T", " ");

function addSlot(rows: RowsOf, { network, depth }: SlotsMessage, fact: SlotFact): void {
  const { block } = fact;
  const at = textOf(new Date(fact.time * 1000));
  const knownCount =
    Number(depth === "votes") + Number(fact.leader !== null) + Number(fact.is_alpenglow !== null);
  rows("raw_solana_slot").push({
    network,
    slot: fact.slot,
    epoch: fact.epoch,
    day: at.slice(0, 10),
    leader: fact.leader ?? "",
    block_hash: block?.hash ?? "",
    parent_slot: block?.parent_slot ?? 0,
    block_height: block?.block_height ?? null,
    reward_partition_count: block?.reward_partition_count ?? null,
    transaction_count: block?.content?.transaction_count ?? null,
    vote_transaction_count: block?.content?.vote_transaction_count ?? null,
    signature_count: block?.content?.signature_count ?? null,
    fee_lamports: block?.content?.fee_lamports ?? null,
    fee_reward_lamports: block?.fee_reward_lamports ?? null,
    depth,
    is_produced: Number(block !== null),
    is_alpenglow: fact.is_alpenglow === null ? null : Number(fact.is_alpenglow),
    block_at: at,
    version: packVersion(factVersion, { decoder, known: knownCount }),
  });
}

function addSlots(rows: RowsOf, message: SlotsMessage, identities: IdentityBatch): void {
  const { network, slots, epochs, votes } = message;
  for (const fact of slots) addSlot(rows, message, fact);
  for (const epoch of epochs) rows("raw_solana_epoch").push({ network, ...epoch, version: decoder });
  const epoch = slots[0]?.epoch ?? 0;
  votes?.accounts.forEach((vote_account, place) => {
    identities.add(rows, { network, epoch, identity: votes.payers[place] ?? "", vote_account }, "votes");
  });
}

function addVoters(rows: RowsOf, message: VotersMessage, identities: IdentityBatch): void {
  const { network, epoch, slot, voters, credits } = message;
  for (const { version, last_vote, activated_stake, ...voter } of voters) {
    rows("raw_solana_voter").push({
      ...voter,
      network,
      epoch,
      slot,
      software_version: version,
      last_vote_slot: last_vote,
      activated_stake_lamports: activated_stake,
      is_delinquent: Number(voter.is_delinquent),
      is_epoch_vote_account: Number(voter.is_epoch_vote_account),
      version: slot,
    });
    const { identity, vote_account } = voter;
    identities.add(rows, { network, epoch, identity, vote_account }, "state");
  }
  for (const credit of credits) rows("raw_solana_credit").push({ ...credit, network, slot, version: slot });
  for (const one of message.inflation)
    rows("raw_solana_inflation").push({ ...one, network, slot, version: slot });
  rows("raw_solana_state").push({
    network,
    epoch,
    slot,
    voter_count: voters.length,
    supply_lamports: message.supply_lamports,
    version: slot,
  });
}

function addStakes(rows: RowsOf, message: StakesMessage): void {
  const { network, epoch, slot, stake_accounts, addresses, columns } = message;
  const place = (name: "stake_authority" | "withdraw_authority" | "vote_account") =>
    unpack(Uint32Array, columns[name]);
  const amount = (
    name: Exclude<keyof typeof columns, "stake_authority" | "withdraw_authority" | "vote_account">,
  ) => unpack(BigUint64Array, columns[name]);
  const [staker, withdrawer, voter] = [
    place("stake_authority"),
    place("withdraw_authority"),
    place("vote_account"),
  ];
  const [balance, reserve, stake] = [
    amount("balance_lamports"),
    amount("rent_exempt_reserve_lamports"),
    amount("stake_lamports"),
  ];
  const [activation, deactivation, credits] = [
    amount("activation_epoch"),
    amount("deactivation_epoch"),
    amount("credits_observed"),
  ];
  stake_accounts.forEach((stake_account, i) => {
    rows("raw_solana_stake").push({
      network,
      epoch,
      stake_account,
      stake_authority: addresses[staker[i] ?? -1] ?? "",
      withdraw_authority: addresses[withdrawer[i] ?? -1] ?? "",
      vote_account: addresses[voter[i] ?? -1] ?? "",
      slot,
      balance_lamports: elementAt(balance, i),
      rent_exempt_reserve_lamports: elementAt(reserve, i),
      stake_lamports: elementAt(stake, i),
      activation_epoch: elementAt(activation, i),
      deactivation_epoch: elementAt(deactivation, i),
      credits_observed: elementAt(credits, i),
      version: slot,
    });
  });
}

/** A settled account has more facts than any later one that is not settled. */
function addDistributions(
  rows: RowsOf,
  table: "raw_solana_tip" | "raw_solana_priority_fee",
  { network, slot }: TipsMessage,
  distributions: TipsMessage["tips"],
): void {
  for (const one of distributions) {
    const is_settled = Number(one.total_claim_lamports !== null);
    rows(table).push({
      ...one,
      network,
      slot,
      version: packVersion({ is_settled: 1, slot: 32 }, { is_settled, slot }),
    });
  }
}

function addMessage(rows: RowsOf, message: SolanaMessage, identities: IdentityBatch): void {
  const { network } = message;
  switch (message.type) {
    case "slots":
      addSlots(rows, message, identities);
      return;
    case "voters":
      addVoters(rows, message, identities);
      return;
    case "stakes":
      addStakes(rows, message);
      return;
    case "stake_count": {
      const { epoch, slot, stake_account_count } = message;
      rows("raw_solana_stake_snapshot").push({ network, epoch, slot, stake_account_count, version: slot });
      return;
    }
    case "rewards":
      for (const { post_balance, ...reward } of message.rewards)
        rows("raw_solana_reward").push({
          ...reward,
          network,
          post_balance_lamports: post_balance,
          version: decoder,
        });
      return;
    case "tips":
      addDistributions(rows, "raw_solana_tip", message, message.tips);
      addDistributions(rows, "raw_solana_priority_fee", message, message.priority_fees);
      for (const fee of message.fees)
        rows("raw_solana_tip_fee").push({ ...fee, network, slot: message.slot, version: message.slot });
      return;
    case "pools":
      for (const pool of message.pools)
        rows("raw_solana_pool").push({ ...pool, network, slot: message.slot, version: message.slot });
      return;
    case "payouts":
      for (const { effective_slot, post_balance, ...payout } of message.payouts)
        rows("raw_solana_payout").push({
          ...payout,
          network,
          epoch: message.epoch,
          slot: effective_slot,
          post_balance_lamports: post_balance,
          version: decoder,
        });
  }
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(
  store: Store,
  messages: readonly SolanaMessage[],
  identities: IdentityCache,
): Promise<void> {
  const { rows, toTables } = collectRows();
  const batch = identities.batch();
  for (const message of messages) addMessage(rows, message, batch);
  const slots = messages.filter((message) => message.type === "slots");
  const votes = voteTables(slots, (knownSlots) => packVersion(factVersion, { decoder, known: knownSlots }));
  await writeTables(store, [...toTables(), ...votes]);
  batch.written();
}

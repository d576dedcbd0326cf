/** Active stake as nodes hold it: getVoteAccounts. A point is the current epoch. */
import { readVoteAccounts } from "../../ingest/solana/api/voters.ts";
import type { SolanaInfo } from "../../ingest/solana/session.ts";
import type { Kind, NodeFigures, ReadContext } from "../figure.ts";
import { orMissing } from "./lacks.ts";

type Snapshot = { is_paid: boolean; is_ramping: boolean };

/**
 * Active stake of vote accounts. Agave (rpc/src/rpc.rs, get_vote_accounts, 4.4) takes it from the bank's stakes cache: the
 * effective stake of all delegations in the epoch (Delegation::stake), to which the rewards of the previous epoch are added
 * as they are paid. The warehouse sums the stake accounts of its snapshot, and later payments.
 *
 * Delegations change within one epoch, unless more than 9 % of the active stake changes at once (feature gate
 * reduce_stake_warmup_cooldown); then they take several, which the warehouse doesn't compute.
 */
export function activeStakes({ client, epochs }: SolanaInfo): Kind {
  const firstSlotOf = (epoch: number) => (epoch === 0 ? 0 : epochs.lastSlotOf(epoch - 1) + 1);

  async function read(epoch: number, { signal, rows }: ReadContext): Promise<NodeFigures> {
    const currentEpoch = async () => epochs.epochOf(await client.finalizedSlot(signal));
    const current = await currentEpoch();
    if (epoch !== current)
      return { missing: `nodes report the stake of the current epoch only, which is ${current}` };
    const values = { epoch_from: firstSlotOf(epoch) };
    const [snapshot] = await rows<Snapshot>("solana/verify_stake_snapshot", values);
    if (snapshot === undefined)
      return { missing: `the warehouse holds no snapshot of stake accounts of epoch ${epoch}` };
    if (!snapshot.is_paid)
      return { missing: `the warehouse does not hold all blocks that pay rewards in epoch ${epoch}` };
    if (snapshot.is_ramping)
      return { missing: "so much stake was activated or deactivated at once that it takes several epochs" };
    const accounts = await readVoteAccounts(client.nodes, signal);
    if ((await currentEpoch()) !== epoch) return { missing: `epoch ${epoch} has ended` };
    return {
      figures: accounts.flatMap(({ votePubkey, activatedStake }) =>
        activatedStake === "0"
          ? []
          : [{ subject: votePubkey, item: "active_stake_lamports", value: activatedStake }],
      ),
    };
  }

  return {
    name: "active_stake",
    title: "active stake of vote accounts",
    source: "getVoteAccounts",
    unit: "epoch",
    pointsOf: async ({ to }) => [epochs.epochOf(to)],
    read: (epoch, context) => orMissing(() => read(epoch, context)),
    own: {
      sql: "solana/verify_active_stakes",
      values: (epoch) => ({ epoch_from: firstSlotOf(epoch), epoch_to: epochs.lastSlotOf(epoch) }),
    },
    explain: ({ subject }, date) => `/v1/solana/validators/${subject}/explain?date=${date}&kind=stake`,
  };
}

/** State of all validators: the contracts' at a final block, and Heimdall's set at its head. */
import type { StateMessage, ValidatorState } from "../../schemas/polygon/events.ts";
import type { HeimdallClient } from "./api/heimdall.ts";
import type { RootBlock, RootChain } from "./rootChain.ts";

const zeroAddress = `0x${"0".repeat(40)}`;
const addressOrNull = (value: unknown) => {
  const text = String(value).toLowerCase();
  return text === zeroAddress ? null : text;
};
const digits = (value: unknown) => String(value);

/** The contracts' accumulators: for validators by place, and per share of their delegators by validator. */
async function readAccumulators(
  root: RootChain,
  states: readonly (readonly unknown[])[],
  block: RootBlock,
  signal?: AbortSignal,
) {
  const ids = states.map((_, place) => place + 1);
  const shares = ids.flatMap((id, place) => {
    const contract = addressOrNull(states[place]?.[6]);
    return contract === null ? [] : [{ id, contract }];
  });
  const rewards = await root.views(
    ids.map((id) => ({ to: root.stakeManager, name: "validatorReward", args: [id] })),
    block.number,
    signal,
  );
  const perShare = await root.views(
    shares.map(({ contract }) => ({ to: contract, name: "getRewardPerShare" })),
    block.number,
    signal,
  );
  return {
    rewards: rewards.map(([value]) => digits(value)),
    perShare: new Map(shares.map(({ id }, place) => [id, digits(perShare[place]?.[0])])),
  };
}

export async function readState(
  network: string,
  { root, heimdall }: { root: RootChain; heimdall: HeimdallClient },
  block: RootBlock,
  signal?: AbortSignal,
): Promise<StateMessage> {
  const { stakeManager: to } = root;
  const rule = (name: string) => ({ to, name });
  const [[counter] = [], [nft] = [], ...rules] = await root.views(
    [
      rule("NFTCounter"),
      rule("NFTContract"),
      rule("CHECKPOINT_REWARD"),
      rule("proposerBonus"),
      rule("checkPointBlockInterval"),
      rule("rewardDecreasePerCheckpoint"),
      rule("maxRewardedCheckpoints"),
      rule("checkpointRewardDelta"),
      rule("epoch"),
    ],
    block.number,
    signal,
  );
  const [reward, bonus, interval, decrease, most, delta, epoch] = rules.map(([value]) => digits(value));
  const last = await root.lastCheckpoint(block.number, signal);
  // The counter is the next id; ids start at 1.
  const ids = Array.from({ length: Math.max(0, Number(counter) - 1) }, (_, place) => place + 1);
  const [states, set] = await Promise.all([
    root.views(
      ids.map((id) => ({ ...rule("validators"), args: [id] })),
      block.number,
      signal,
    ),
    heimdall.validators(signal),
  ]);
  const isStaked = (place: number) => states[place]?.[0] !== 0n;
  const owned = ids.filter((_, place) => isStaked(place));
  // The NFT of an unstaked validator is burnt, so ownerOf would revert.
  const owners = await root.views(
    owned.map((id) => ({ to: String(nft), name: "ownerOf", args: [id] })),
    block.number,
    signal,
  );
  const accumulators = await readAccumulators(root, states, block, signal);
  const ownerOf = new Map(owned.map((id, place) => [id, addressOrNull(owners[place]?.[0])]));
  const powers = new Map(set.map((one) => [one.val_id, one]));
  const validators = states.map((state, place): ValidatorState => {
    const id = place + 1;
    const power = powers.get(id);
    return {
      validator: id,
      contract: addressOrNull(state[6]),
      owner: ownerOf.get(id) ?? null,
      signer: addressOrNull(state[5]),
      self_stake: digits(state[0]),
      delegated_stake: digits(state[11]),
      activation_epoch: digits(state[2]),
      deactivation_epoch: digits(state[3]),
      commission_percent: Number(state[8]),
      heimdall_nonce: power?.nonce ?? null,
      heimdall_power: power?.voting_power ?? null,
      reward: accumulators.rewards[place] ?? null,
      reward_per_share: accumulators.perShare.get(id) ?? null,
    };
  });
  return {
    network,
    type: "state",
    block_number: block.number,
    at: block.time,
    // The epoch is that of the next checkpoint.
    epoch_offset: Number(epoch) - 1 - last,
    validators,
    rules: {
      checkpoint_reward: reward ?? "0",
      proposer_bonus_percent: Number(bonus),
      block_interval: Number(interval),
      decrease_percent: Number(decrease),
      intervals_max: Number(most),
      delta_percent: Number(delta),
    },
  };
}

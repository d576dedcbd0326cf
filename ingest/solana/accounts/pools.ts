/** Stake pools of the SPL stake pool program. */
import type { PoolsMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { addressAt } from "./address.ts";
import { type AccountsRequest, readAccounts } from "./stream.ts";
import { readTokenNames } from "./tokenNames.ts";

export const stakePoolProgram = "SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy";
/** borsh's index of AccountType::StakePool. */
const poolType = 1;
const usedBytes = 282;

const request: AccountsRequest = {
  program: stakePoolProgram,
  // The index in base58.
  filters: [{ memcmp: { offset: 0, bytes: "2" } }],
  dataSlice: { offset: 0, length: usedBytes },
};

export type Pool = PoolsMessage["pools"][number];
type PoolAccount = Omit<Pool, "withdraw_authority" | "name" | "symbol"> & {
  /** Seed of the pool's withdraw authority. */
  withdraw_bump_seed: number;
};

/** Decodes the head of a StakePool in borsh. @returns undefined for the program's other accounts */
export function decodePool({ address, data }: Account): PoolAccount | undefined {
  if (data.length < usedBytes || data[0] !== poolType) return undefined;
  const integer = (offset: number) => String(data.readBigUInt64LE(offset));
  return {
    pool: address,
    manager: addressAt(data, 1),
    staker: addressAt(data, 33),
    withdraw_bump_seed: data.readUInt8(97),
    validator_list: addressAt(data, 98),
    pool_mint: addressAt(data, 162),
    total_lamports: integer(258),
    pool_token_supply: integer(266),
    last_update_epoch: integer(274),
  };
}

/** @returns undefined when the seed gives none, as for a pool that was never initialized */
export async function withdrawAuthority(pool: string, bumpSeed: number): Promise<string | undefined> {
  const { PublicKey } = await import("@solana/web3.js");
  try {
    const seeds = [new PublicKey(pool).toBuffer(), Buffer.from("withdraw"), Buffer.of(bumpSeed)];
    return PublicKey.createProgramAddressSync(seeds, new PublicKey(stakePoolProgram)).toBase58();
  } catch {
    return undefined;
  }
}

/**
 * All stake pools, by address.
 * @param slot finalized: an earlier answer is rejected
 * @param isNamed whether to read their tokens' names as well
 */
export async function readPools(
  nodes: NodeSet,
  signal?: AbortSignal,
  { slot, isNamed = false }: { slot?: number; isNamed?: boolean } = {},
): Promise<Pool[]> {
  const slots = slot === undefined ? undefined : { first: slot };
  const accounts = await readAccounts(nodes, { ...request, slots }, decodePool, signal);
  const mints = isNamed ? accounts.map(({ pool_mint }) => pool_mint) : [];
  const names = await readTokenNames(nodes, mints, signal);
  const pools: Pool[] = [];
  for (const { withdraw_bump_seed, ...pool } of accounts) {
    const authority = await withdrawAuthority(pool.pool, withdraw_bump_seed);
    const { name = null, symbol = null } = names.get(pool.pool_mint) ?? {};
    if (authority !== undefined) pools.push({ ...pool, withdraw_authority: authority, name, symbol });
  }
  return pools.sort((left, right) => (left.pool < right.pool ? -1 : 1));
}

/** Stake accounts gathered into messages that fit onto the bus. */
import { base58 } from "@scure/base";
import { LRUCache } from "lru-cache";
import { pack } from "../../../lib/packed.ts";
import { type StakesMessage, solanaTopics } from "../../../schemas/solana/events.ts";
import type { Stake } from "./stakeAccount.ts";

export const batchRowsMax = 20_000;
/** A 44-character address as JSON, with its comma. */
const addressJsonBytes = 47;
/** Three columns of 4 bytes and six of 8, in base64. */
const columnsJsonBytes = ((3 * 4 + 6 * 8) * 4) / 3;
/** The other fields, and room for the bus's own. */
const otherBytes = 65_536;
const rowJsonBytes = addressJsonBytes + columnsJsonBytes;
/** A row adds at most three addresses. */
const rowJsonBytesMax = rowJsonBytes + 3 * addressJsonBytes;
const jsonBytesMax = solanaTopics.state.messageBytesMax - otherBytes - rowJsonBytesMax;

/** Many accounts share the authorities of a few pools, and all share a thousand validators' vote accounts. */
const cachedAddressesMax = 65_536;

const createColumns = () => ({
  stake_authority: new Uint32Array(batchRowsMax),
  withdraw_authority: new Uint32Array(batchRowsMax),
  vote_account: new Uint32Array(batchRowsMax),
  balance_lamports: new BigUint64Array(batchRowsMax),
  rent_exempt_reserve_lamports: new BigUint64Array(batchRowsMax),
  stake_lamports: new BigUint64Array(batchRowsMax),
  activation_epoch: new BigUint64Array(batchRowsMax),
  deactivation_epoch: new BigUint64Array(batchRowsMax),
  credits_observed: new BigUint64Array(batchRowsMax),
});

/** Numbers addresses in order of appearance. */
function createDictionary() {
  /** Encoding 32 bytes in base58 takes 4.6 µs, so texts are cached by their bytes. */
  const textByKey = new LRUCache<string, string>({ max: cachedAddressesMax });
  const places = new Map<string, number>();
  let addresses: string[] = [];

  function textOf(key: string, bytes: Buffer): string {
    const cached = textByKey.get(key);
    if (cached !== undefined) return cached;
    const text = base58.encode(bytes);
    textByKey.set(key, text);
    return text;
  }

  return {
    size: () => addresses.length,
    placeOf: (bytes: Buffer): number => {
      const key = bytes.toString("latin1");
      const existing = places.get(key);
      if (existing !== undefined) return existing;
      const place = addresses.push(textOf(key, bytes)) - 1;
      places.set(key, place);
      return place;
    },
    take: (): string[] => {
      const taken = addresses;
      addresses = [];
      places.clear();
      return taken;
    },
  };
}

export function createStakeBatch(state: { network: string; slot: number; epoch: number }) {
  const columns = createColumns();
  const dictionary = createDictionary();
  let accounts: string[] = [];

  function add(stake: Stake): void {
    const row = accounts.push(stake.stake_account) - 1;
    columns.stake_authority[row] = dictionary.placeOf(stake.stake_authority);
    columns.withdraw_authority[row] = dictionary.placeOf(stake.withdraw_authority);
    columns.vote_account[row] = dictionary.placeOf(stake.vote_account);
    columns.balance_lamports[row] = stake.balance_lamports;
    columns.rent_exempt_reserve_lamports[row] = stake.rent_exempt_reserve_lamports;
    columns.stake_lamports[row] = stake.stake_lamports;
    columns.activation_epoch[row] = stake.activation_epoch;
    columns.deactivation_epoch[row] = stake.deactivation_epoch;
    columns.credits_observed[row] = stake.credits_observed;
  }

  /** The message of all rows added since the last one. */
  function take(): StakesMessage {
    const { length } = accounts;
    const packed = (column: Uint32Array | BigUint64Array) => pack(column.subarray(0, length));
    const message: StakesMessage = {
      type: "stakes",
      ...state,
      stake_accounts: accounts,
      addresses: dictionary.take(),
      columns: {
        stake_authority: packed(columns.stake_authority),
        withdraw_authority: packed(columns.withdraw_authority),
        vote_account: packed(columns.vote_account),
        balance_lamports: packed(columns.balance_lamports),
        rent_exempt_reserve_lamports: packed(columns.rent_exempt_reserve_lamports),
        stake_lamports: packed(columns.stake_lamports),
        activation_epoch: packed(columns.activation_epoch),
        deactivation_epoch: packed(columns.deactivation_epoch),
        credits_observed: packed(columns.credits_observed),
      },
    };
    accounts = [];
    return message;
  }

  return {
    add,
    take,
    count: () => accounts.length,
    /** Whether another account might not fit. */
    isFull: () =>
      accounts.length === batchRowsMax ||
      accounts.length * rowJsonBytes + dictionary.size() * addressJsonBytes > jsonBytesMax,
  };
}

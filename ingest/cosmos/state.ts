/** State of all validators after a block: staking queries at the height, distribution from the second source. */
import { createHash } from "node:crypto";
import { PubKey } from "cosmjs-types/cosmos/crypto/ed25519/keys";
import {
  QueryValidatorDelegationsRequest,
  QueryValidatorDelegationsResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from "cosmjs-types/cosmos/staking/v1beta1/query";
import { BondStatus, type Validator } from "cosmjs-types/cosmos/staking/v1beta1/staking";
import pLimit from "p-limit";
import { toAddress, withPrefix } from "../../lib/bech32.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type CosmosChain, consensusPrefix, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import {
  type CosmosMessage,
  cosmosSchemaVersion,
  type DelegationsMessage,
  type ValidatorState,
} from "../../schemas/cosmos/events.ts";
import type { CometClient } from "./api/client.ts";
import type { DistributionSource } from "./api/distribution.ts";
import { decodePending, pendingPath, pendingPrefix } from "./pending.ts";

const pageLimit = 500n;
/** About 150 bytes a delegation. */
const delegationsPerMessage = 5_000;

const unreadableCodes: ReadonlySet<string> = new Set(["pruned", "refused", "server_error", "too_large"]);

type Page = { key: Uint8Array; offset: bigint; limit: bigint; countTotal: boolean; reverse: boolean };

/** All pages of a list query. */
export async function pages<Item>(
  read: (page: Page) => Promise<{ items: readonly Item[]; nextKey: Uint8Array | undefined }>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (let key = new Uint8Array(); ; ) {
    const { items, nextKey } = await read({
      key,
      offset: 0n,
      limit: pageLimit,
      countTotal: false,
      reverse: false,
    });
    all.push(...items);
    if (nextKey === undefined || nextKey.length === 0) return all;
    key = new Uint8Array(nextKey);
  }
}

/** A protobuf Dec: its 18 decimals without the point. */
export function decToText(dec: string): string {
  const digits = dec.padStart(19, "0");
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`;
}

/** A validator's consensus key; other types than ed25519 have the same message. */
function consensusKey(validator: Validator): Uint8Array {
  const any = validator.consensusPubkey;
  if (any === undefined)
    throw new SourceError(`validator ${validator.operatorAddress} has no consensus key`, {
      code: "bad_answer",
    });
  return PubKey.decode(any.value).key;
}

/** First 20 bytes of the key's SHA-256. */
export function consensusAddress(chain: Pick<CosmosChain, "prefix">, key: Uint8Array): string {
  return toAddress(consensusPrefix(chain), createHash("sha256").update(key).digest().subarray(0, 20));
}

function toState(chain: CosmosChain, validator: Validator): ValidatorState {
  const key = consensusKey(validator);
  const account = withPrefix(validator.operatorAddress, operatorPrefix(chain), chain.prefix);
  if (account === undefined)
    throw new SourceError(`"${validator.operatorAddress}" is no operator of ${chain.id}`, {
      code: "bad_answer",
    });
  return {
    validator: validator.operatorAddress,
    moniker: validator.description?.moniker ?? "",
    account_address: account,
    consensus_address: consensusAddress(chain, key),
    consensus_pubkey: Buffer.from(key).toString("base64"),
    commission_rate: decToText(validator.commission?.commissionRates?.rate ?? "0"),
    tokens: validator.tokens,
    is_bonded: validator.status === BondStatus.BOND_STATUS_BONDED,
    is_jailed: validator.jailed,
    delegator_count: null,
    outstanding_rewards: null,
    accumulated_commission: null,
    pending_rewards: null,
  };
}

/** All validators after a block. @throws SourceError `pruned` if the nodes have dropped the state */
export async function readValidators(
  { chain, client }: { chain: CosmosChain; client: Pick<CometClient, "query"> },
  height: number,
  signal: AbortSignal,
): Promise<ValidatorState[]> {
  const validators = await pages(async (pagination) => {
    const request = QueryValidatorsRequest.encode({ status: "", pagination }).finish();
    const path = "/cosmos.staking.v1beta1.Query/Validators";
    const bytes = await client.query(path, request, height, signal, true);
    const { validators, pagination: page } = QueryValidatorsResponse.decode(bytes);
    return { items: validators, nextKey: page?.nextKey };
  });
  return validators.map((validator) => toState(chain, validator));
}

type Delegation = DelegationsMessage["delegations"][number];

export type StateReader = {
  /** The messages of the state after a block; the last one announces the others. */
  read(
    block: { network: string; height: number; day: string },
    options: { withDelegations: boolean },
    signal: AbortSignal,
  ): Promise<CosmosMessage[]>;
};

export function createStateReader(deps: {
  chain: CosmosChain;
  client: CometClient;
  distribution: DistributionSource | undefined;
  log: Logger;
}): StateReader {
  const { chain, client, distribution, log } = deps;

  async function readDelegations(
    validator: string,
    place: number,
    height: number,
    signal: AbortSignal,
  ): Promise<Delegation[]> {
    return await pages(async (pagination) => {
      const request = QueryValidatorDelegationsRequest.encode({
        validatorAddr: validator,
        pagination,
      }).finish();
      const path = "/cosmos.staking.v1beta1.Query/ValidatorDelegations";
      const bytes = await client.query(path, request, height, signal);
      const { delegationResponses, pagination: page } = QueryValidatorDelegationsResponse.decode(bytes);
      return {
        items: delegationResponses.map(
          ({ delegation, balance }): Delegation => [
            delegation?.delegatorAddress ?? "",
            place,
            balance?.amount ?? "0",
          ],
        ),
        nextKey: page?.nextKey,
      };
    });
  }

  async function addDistribution(
    validators: readonly ValidatorState[],
    height: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (distribution === undefined) return;
    const limit = pLimit(16);
    const read = (validator: ValidatorState) =>
      limit(async () => {
        return { validator, amounts: await distribution.read(validator.validator, height, signal) };
      });
    try {
      // One first: if the gateway does not answer, the others are not requested.
      const first = await Promise.all(validators.slice(0, 1).map(read));
      for (const { validator, amounts } of [...first, ...(await Promise.all(validators.slice(1).map(read)))])
        Object.assign(validator, amounts);
    } catch (error) {
      signal.throwIfAborted();
      if (!isErrorOfKind(error, "source")) throw error;
      log.warn(
        { height, reason: error.message },
        error.code === "pruned"
          ? "the REST gateway has pruned this state; the day cannot be reconciled"
          : "the REST gateway does not serve outstanding rewards; the day cannot be reconciled",
      );
    }
  }

  /** Part of the second source: without it nothing is compared, so the whole list is not worth a query. */
  async function addPending(
    validators: readonly ValidatorState[],
    height: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (!chain.keepsRewardsOnChange || distribution === undefined) return;
    try {
      const sums = decodePending(chain, await client.query(pendingPath, pendingPrefix, height, signal));
      for (const validator of validators)
        validator.pending_rewards = String(sums.get(validator.validator) ?? 0n);
    } catch (error) {
      // Nodes may refuse to read stores, or hold more than an answer can.
      if (!isErrorOfKind(error, "source") || !unreadableCodes.has(error.code)) throw error;
      log.warn(
        { height, reason: error.message },
        "no node returned the unclaimed rewards of delegators; the residual of rewards is unknown",
      );
    }
  }

  return {
    read: async ({ network, height, day }, { withDelegations }, signal) => {
      const validators = await readValidators({ chain, client }, height, signal);
      const operators = validators.map(({ validator }) => validator);
      const readsDelegations = chain.readsDelegations && withDelegations;
      const limit = pLimit(8);
      const lists = readsDelegations
        ? await Promise.all(
            operators.map((operator, place) => limit(() => readDelegations(operator, place, height, signal))),
          )
        : [];
      lists.forEach((list, place) => {
        const validator = validators[place];
        if (validator !== undefined) validator.delegator_count = list.length;
      });
      await addDistribution(validators, height, signal);
      await addPending(validators, height, signal);
      const delegations = lists.flat();
      const messages: CosmosMessage[] = [];
      for (let start = 0; start < delegations.length; start += delegationsPerMessage) {
        const part = delegations.slice(start, start + delegationsPerMessage);
        messages.push({
          type: "delegations",
          network,
          height,
          day,
          validators: operators,
          delegations: part,
        });
      }
      const delegation_count = readsDelegations ? delegations.length : null;
      messages.push({ type: "state", network, height, day, validators, delegation_count });
      return messages;
    },
  };
}

/** All messages of a day share a partition of their topic: a day's records are computed from its blocks and states. */
export function toBusMessages(
  topics: { block: { name: string }; state: { name: string } },
  messages: readonly CosmosMessage[],
): BusMessage[] {
  return messages.map((message) => ({
    topic: message.type === "blocks" ? topics.block.name : topics.state.name,
    key: `${message.network}/${message.type === "blocks" ? message.blocks[0]?.day : message.day}`,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(cosmosSchemaVersion) },
  }));
}

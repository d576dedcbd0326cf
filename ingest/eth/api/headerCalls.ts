/** Calls about headers of blocks. */
import { SourceError } from "../../../lib/errors.ts";
import { checkHeadAge } from "../../node/headAge.ts";
import type { Node, NodeSet } from "../../node/nodes.ts";
import type { EthChain } from "../spec.ts";
import { checkIdentity, json, nothing, optional, toHeader } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient, From, Header } from "./beacon.ts";

type HeaderCalls = Pick<BeaconClient, "head" | "header" | "headersAt">;

export function createHeaderCalls(context: {
  set: NodeSet;
  maxHeadAgeS: number;
  ensureChain: (signal?: AbortSignal) => Promise<EthChain>;
}): HeaderCalls {
  const { set } = context;

  /** @throws SourceError `syncing`. The head of a node that doesn't offer the call is accepted. */
  async function checkSynced(chain: EthChain, signal?: AbortSignal): Promise<void> {
    await optional(() =>
      set.call({
        path: "/eth/v1/node/syncing",
        signal,
        read: async (response, node) => {
          const { data } = await json(api.syncingAnswer, response);
          const isSyncing = data.is_syncing && data.sync_distance > 2 * chain.slotsPerEpoch;
          if (!isSyncing && data.is_optimistic !== true) return;
          throw new SourceError(
            isSyncing
              ? `${node.name} is syncing and lags by ${data.sync_distance} slots`
              : `${node.name} is optimistic: its execution node hasn't verified the head`,
            { code: "syncing", meta: { node: node.name } },
          );
        },
      }),
    );
  }

  async function head(signal?: AbortSignal, { isFollowing } = { isFollowing: true }): Promise<Header> {
    const described = await context.ensureChain(signal);
    if (isFollowing && context.maxHeadAgeS > 0) await checkSynced(described, signal);
    return set.call({
      path: "/eth/v1/beacon/headers/head",
      signal,
      read: async (response) => {
        const header = toHeader((await json(api.headerAnswer, response)).data);
        const time = described.genesisTime + header.slot * described.secondsPerSlot;
        if (isFollowing) checkHeadAge({ name: `slot ${header.slot}`, time }, context.maxHeadAgeS);
        return header;
      },
    });
  }

  function header(
    id: string | number,
    signal?: AbortSignal,
    except: readonly Node[] = [],
  ): Promise<From<Header | undefined>> {
    return set.call<From<Header | undefined>>(
      {
        path: `/eth/v1/beacon/headers/${id}`,
        signal,
        absent: nothing,
        read: async (response, node) => {
          const value = toHeader((await json(api.headerAnswer, response)).data);
          checkIdentity(id, value.slot, value.root);
          return { value, node };
        },
      },
      { except },
    );
  }

  async function headersAt(slot: number, signal?: AbortSignal): Promise<Header[]> {
    const answer = await optional(() =>
      set.call({
        path: `/eth/v1/beacon/headers?slot=${slot}`,
        signal,
        absent: () => [],
        read: async (response) => (await json(api.headersAnswer, response)).data.map(toHeader),
      }),
    );
    return (answer ?? []).filter((one) => one.slot === slot);
  }

  return { head, header, headersAt };
}

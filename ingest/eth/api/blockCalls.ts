/** Calls about headers and blocks, and the event stream. */
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { type Fork, forks } from "../../../schemas/eth/events.ts";
import { checkHeadAge } from "../../node/headAge.ts";
import type { HttpResponse } from "../../node/http.ts";
import type { Node, NodeSet } from "../../node/nodes.ts";
import { readEvents } from "../../node/serverSentEvents.ts";
import { type BlockJson, blockAnswer, type EnvelopeJson, envelopeAnswer } from "../block.ts";
import type { EthChain } from "../spec.ts";
import { deserializeBlock } from "../ssz.ts";
import { checkIdentity, json, optional, parseEvent, toHeader, validated } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient, ChainEvent, From, Header } from "./beacon.ts";

export type BlockCallContext = {
  set: NodeSet;
  log: Logger;
  maxHeadAgeS: number;
  /** Known once a node has answered. */
  chain: () => EthChain | undefined;
  ensureChain: (signal?: AbortSignal) => Promise<EthChain>;
};

type BlockCalls = Pick<BeaconClient, "head" | "header" | "headersAt" | "block" | "envelope" | "events">;

/** The answer of a node that does not have the object. */
const nothing = (node: Node): From<undefined> => ({ value: undefined, node });

export function createBlockCalls(context: BlockCallContext): BlockCalls {
  const { set, log } = context;
  let sszBroken = false;

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

  /** @throws SourceError `other_fork` if the node names another fork than its spec schedules for the block */
  function checkFork(version: string | undefined, fork: Fork): void {
    if (version === undefined || version.toLowerCase() === fork) return;
    throw new SourceError(
      `the block is of fork ${version}, but the spec schedules ${fork} for its epoch. ` +
        "The spec is read again. If the error persists, update this software or the node.",
      { code: "other_fork", meta: { version, fork } },
    );
  }

  async function readBlock(response: HttpResponse, fork: Fork): Promise<BlockJson> {
    const body = await response.bytes();
    const type = response.headers["content-type"] ?? "";
    if (type.startsWith("application/octet-stream")) {
      const header = response.headers["eth-consensus-version"];
      const version = header === undefined ? undefined : String(header).toLowerCase();
      checkFork(version, fork);
      return deserializeBlock(version ?? fork, body);
    }
    const { version, data } = validated(blockAnswer, body.toString("utf8"));
    checkFork(version, fork);
    return data.message;
  }

  function block(
    id: string | number,
    fork: Fork,
    signal?: AbortSignal,
    except: readonly Node[] = [],
  ): Promise<From<BlockJson | undefined>> {
    const path = `/eth/v2/beacon/blocks/${id}`;
    // The binary form depends on the preset, and Gloas' is not final.
    const wantsSsz =
      !sszBroken && context.chain()?.presetBase === "mainnet" && forks.indexOf(fork) < forks.indexOf("gloas");
    return set.call<From<BlockJson | undefined>>(
      {
        path,
        signal,
        absent: nothing,
        headers: wantsSsz ? { accept: "application/octet-stream;q=1,application/json;q=0.9" } : {},
        read: async (response, node) => {
          try {
            const value = await readBlock(response, fork);
            checkIdentity(id, value.slot, undefined);
            return { value, node };
          } catch (error) {
            if (wantsSsz && error instanceof SourceError && error.code === "bad_ssz") {
              sszBroken = true;
              log.warn({ node: node.name, reason: error.message }, "SSZ unreadable, JSON from now on");
            }
            throw error;
          }
        },
      },
      { except },
    );
  }

  function envelope(
    root: string,
    signal?: AbortSignal,
    except: readonly Node[] = [],
  ): Promise<From<EnvelopeJson | undefined>> {
    return set.call<From<EnvelopeJson | undefined>>(
      {
        path: `/eth/v1/beacon/execution_payload_envelopes/${root}`,
        signal,
        absent: nothing,
        read: async (response, node) => ({
          value: (await json(envelopeAnswer, response)).data.message,
          node,
        }),
      },
      { except },
    );
  }

  async function* events(signal: AbortSignal): AsyncGenerator<ChainEvent> {
    const { value: response, node } = await set.call({
      path: "/eth/v1/events?topics=head,block,chain_reorg,finalized_checkpoint",
      headers: { accept: "text/event-stream", "accept-encoding": "identity" },
      signal,
      bodyBytesMax: Number.POSITIVE_INFINITY,
      // Some slots are empty; several in a row mean that the stream is dead.
      idleTimeoutMs: (context.chain()?.secondsPerSlot ?? 12) * 8000,
      read: async (opened, from) => ({ value: opened, node: from }),
    });
    log.debug({ node: node.name }, "event stream opened");
    try {
      yield { kind: "open" };
      for await (const { event, data } of readEvents(response.stream())) {
        const parsed = parseEvent(event, data);
        if (parsed !== undefined) yield parsed;
      }
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "too_large")
        log.warn(
          { node: node.name, reason: error.message },
          "the event stream could not be read and was closed",
        );
      throw error;
    } finally {
      response.discard();
    }
  }

  return { head, header, headersAt, block, envelope, events };
}

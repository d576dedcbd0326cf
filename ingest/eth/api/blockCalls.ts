/** Calls about blocks and their payloads. */
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { type Fork, forks } from "../../../schemas/eth/events.ts";
import type { HttpResponse } from "../../node/http.ts";
import type { Node, NodeSet } from "../../node/nodes.ts";
import { type BlockJson, blockAnswer, type EnvelopeJson, envelopeAnswer } from "../block.ts";
import type { EthChain } from "../spec.ts";
import { deserializeBlock } from "../ssz.ts";
import { checkIdentity, json, nothing, validated } from "./answers.ts";
import type { BeaconClient, From } from "./beacon.ts";

type BlockCalls = Pick<BeaconClient, "block" | "envelope">;

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

export function createBlockCalls(context: {
  set: NodeSet;
  log: Logger;
  /** Known once a node has answered. */
  chain: () => EthChain | undefined;
}): BlockCalls {
  const { set, log } = context;
  let sszBroken = false;

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

  return { block, envelope };
}

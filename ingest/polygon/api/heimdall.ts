/** Calls to Heimdall v2's REST gateways. */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { saysAbsent } from "../../node/absence.ts";
import { createNodeSet, type Node, type NodeSetOptions } from "../../node/nodes.ts";
import { digits, lowerAddress, number, parseAnswer } from "./answer.ts";
import { createHeimdallStates } from "./heimdallStates.ts";

export type HeimdallOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

const paramsAnswer = z.object({
  params: z.object({
    chain_params: z.object({
      bor_chain_id: z.string(),
      root_chain_address: lowerAddress,
      staking_manager_address: lowerAddress,
      staking_info_address: lowerAddress,
    }),
  }),
});
export type ChainParams = z.output<typeof paramsAnswer>["params"]["chain_params"];

const checkpoint = z.object({
  id: number,
  proposer: lowerAddress,
  start_block: digits,
  end_block: digits,
});
export type HeimdallCheckpoint = z.output<typeof checkpoint>;
const listAnswer = z.object({ checkpoint_list: z.array(checkpoint).nullish() });
const oneAnswer = z.object({ checkpoint });
const countAnswer = z.object({ ack_count: number });

const validator = z.object({
  val_id: number,
  nonce: digits,
  voting_power: digits,
  signer: lowerAddress,
});
export type HeimdallValidator = z.output<typeof validator>;
const setAnswer = z.object({ validator_set: z.object({ validators: z.array(validator).min(1) }) });

const nodeInfoAnswer = z.object({
  application_version: z.object({ app_name: z.string().min(1), version: z.string().min(1) }),
});

export type HeimdallClient = ReturnType<typeof createHeimdallClient>;

export function createHeimdallClient(options: HeimdallOptions) {
  /** The chain that all nodes must have: the first node's. */
  let pinnedChainId: string | undefined;

  const callOf = <Schema extends z.ZodType, Value>(
    path: string,
    schema: Schema,
    read: (answer: z.output<Schema>, node: Node) => Value,
    signal?: AbortSignal,
  ) => ({
    path,
    signal,
    read: async (response: { bytes(): Promise<Buffer> }, node: Node) =>
      read(parseAnswer(path, (await response.bytes()).toString("utf8"), schema), node),
  });

  const set = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    ...options.nodeOptions,
    check: async (request, node) => {
      const { params } = await request(callOf("/chainmanager/params", paramsAnswer, (answer) => answer));
      const reportedId = params.chain_params.bor_chain_id;
      pinnedChainId ??= reportedId;
      if (reportedId === pinnedChainId) return;
      throw new SourceError(`${node.name} is of Bor chain ${reportedId}, not of ${pinnedChainId}`, {
        code: "other_chain",
        retryable: false,
        meta: { node: node.name },
      });
    },
  });

  const get = <Schema extends z.ZodType, Value>(
    path: string,
    schema: Schema,
    read: (answer: z.output<Schema>, node: Node) => Value,
    signal?: AbortSignal,
  ) => set.call(callOf(path, schema, read, signal));

  /** Number of checkpoints acknowledged on the root chain. */
  const count = (signal?: AbortSignal) =>
    get("/checkpoints/count", countAnswer, ({ ack_count }) => ack_count, signal);

  /** One checkpoint; undefined if Heimdall lacks it, such as one from before its own beginning. */
  async function checkpointOf(id: number, signal?: AbortSignal): Promise<HeimdallCheckpoint | undefined> {
    try {
      return await get(
        `/checkpoints/${id}`,
        oneAnswer,
        (answer) => {
          if (answer.checkpoint.id === id) return answer.checkpoint;
          throw new SourceError(`requested checkpoint ${id}, received ${answer.checkpoint.id}`, {
            code: "lying",
          });
        },
        signal,
      );
    } catch (error) {
      if (!isErrorOfKind(error, "source")) throw error;
      const status = Number(error.meta.status);
      // Gateways return gRPC's "not found" as 500.
      const isRefused = status === 400 && error.code === "refused";
      if (!isRefused && !saysAbsent(status, error.message)) throw error;
    }
    // A node that lags doesn't know new ones either.
    await get(
      "/checkpoints/count",
      countAnswer,
      ({ ack_count }) => {
        if (ack_count < id)
          throw new SourceError(`its last checkpoint is ${ack_count}, but ${id} is final`, { code: "stale" });
      },
      signal,
    );
    return undefined;
  }

  return {
    params: (signal?: AbortSignal): Promise<ChainParams> =>
      get("/chainmanager/params", paramsAnswer, ({ params }) => params.chain_params, signal),
    count,
    /** The existing records of consecutive checkpoints. */
    async checkpoints(from: number, to: number, signal?: AbortSignal): Promise<HeimdallCheckpoint[]> {
      const query = `pagination.offset=${from - 1}&pagination.limit=${to - from + 1}`;
      const listed = await get(
        `/checkpoints/list?${query}`,
        listAnswer,
        ({ checkpoint_list }) => checkpoint_list ?? [],
        signal,
      ).catch((error: unknown) => {
        if (isErrorOfKind(error, "source") && error.code === "refused") return [];
        throw error;
      });
      // If the list does not begin with the first, or has shorter pages, each record is requested by number.
      const listedById = new Map(listed.map((one) => [one.id, one]));
      const records: HeimdallCheckpoint[] = [];
      for (let id = from; id <= to; id += 1) {
        const record = listedById.get(id) ?? (await checkpointOf(id, signal));
        if (record !== undefined) records.push(record);
      }
      return records;
    },
    /** `heimdalld/0.9.1`: of one node. */
    versions: (signal?: AbortSignal): Promise<string[]> =>
      get(
        "/cosmos/base/tendermint/v1beta1/node_info",
        nodeInfoAnswer,
        ({ application_version: { app_name, version } }) => [`${app_name}/${version}`],
        signal,
      ),
    /** States after Heimdall's own earlier blocks. */
    states: createHeimdallStates(set),
    validators: (signal?: AbortSignal): Promise<HeimdallValidator[]> =>
      get("/stake/validators-set", setAnswer, ({ validator_set }) => validator_set.validators, signal),
  };
}

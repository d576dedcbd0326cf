/** The second source: unclaimed earnings per validator from a REST gateway. */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { CosmosChain } from "../../../schemas/cosmos/chains.ts";
import { notJson, startOf } from "../../node/jsonRpc.ts";
import { createNodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { optionalRounds } from "../../node/optional.ts";
import { splitCoins } from "../decode.ts";
import { toSourceError } from "./rpc.ts";

const coins = z.array(z.object({ denom: z.string(), amount: z.string() })).nullable();
const outstandingAnswer = z.object({ rewards: z.object({ rewards: coins }) });
const commissionAnswer = z.object({ commission: z.object({ commission: coins }) });

export type DistributionSource = {
  /** Amounts after a block, base units. @throws SourceError, `pruned` if the gateway has dropped the state */
  read(
    validator: string,
    height: number,
    signal?: AbortSignal,
  ): Promise<{ outstanding_rewards: string; accumulated_commission: string }>;
  /** @throws SourceError if the gateway is on another chain. @returns its chain id. */
  chainId(signal?: AbortSignal): Promise<string>;
};

const infoAnswer = z.object({ default_node_info: z.object({ network: z.string() }) });

function readAnswer<Schema extends z.ZodType>(path: string, schema: Schema, text: string): z.output<Schema> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw notJson(path, 200, text, error);
  }
  const parsed = schema.safeParse(answer);
  if (!parsed.success)
    throw new SourceError(`${path}: unknown answer: ${startOf(text)}`, { code: "bad_answer" });
  return parsed.data;
}

export function createDistributionSource(
  chain: CosmosChain,
  options: {
    urls: readonly string[];
    requestsPerSecond: number;
    log: Logger;
    nodeOptions?: Partial<NodeSetOptions> | undefined;
    /** Chain id of the nodes whose events are checked. */
    chainId?: string;
  },
): DistributionSource {
  const nodes = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    ...options.nodeOptions,
  });

  async function get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    height: number | undefined,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> {
    return await nodes.call({
      path,
      statuses: [400, 404, 500, 501],
      // The cross-check is optional: a gateway that does not answer must not delay the rest for long.
      rounds: optionalRounds,
      ...(height === undefined ? {} : { headers: { "x-cosmos-block-height": String(height) } }),
      ...(signal === undefined ? {} : { signal }),
      read: async (response) => {
        const text = (await response.bytes()).toString("utf8");
        if (response.status !== 200)
          throw toSourceError(path, `HTTP ${response.status}: ${text.slice(0, 300)}`);
        const answered = response.headers["grpc-metadata-x-cosmos-block-height"];
        // A gateway that ignores the height answers for its head, without naming it.
        if (height !== undefined && answered !== String(height))
          throw new SourceError(
            `${path}: the answer is for ${answered === undefined ? "a height that it does not name" : String(answered)}, not for ${height}`,
            { code: answered === undefined ? "refused" : "lying", retryable: answered !== undefined },
          );
        return readAnswer(path, schema, text);
      },
    });
  }

  const own = (list: z.output<typeof coins>) =>
    splitCoins((list ?? []).map(({ denom, amount }) => `${amount}${denom}`).join(","), chain.denomination)
      .amount;

  return {
    read: async (validator, height, signal) => {
      const base = `/cosmos/distribution/v1beta1/validators/${validator}`;
      const [outstanding, commission] = await Promise.all([
        get(`${base}/outstanding_rewards`, outstandingAnswer, height, signal),
        get(`${base}/commission`, commissionAnswer, height, signal),
      ]);
      return {
        outstanding_rewards: own(outstanding.rewards.rewards),
        accumulated_commission: own(commission.commission.commission),
      };
    },
    chainId: async (signal) => {
      const answer = await get("/cosmos/base/tendermint/v1beta1/node_info", infoAnswer, undefined, signal);
      return answer.default_node_info.network;
    },
  };
}

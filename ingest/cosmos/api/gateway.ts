/** GET requests to the REST gateways (grpc-gateway of the Cosmos SDK) of one network. */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { notJson, startOf } from "../../node/jsonRpc.ts";
import { createNodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { optionalRounds } from "../../node/optional.ts";
import { toSourceError } from "./rpc.ts";

export type GatewayOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type Gateway = {
  /**
   * @param height of the state; undefined: the newest
   * @throws SourceError, `pruned` if the gateway has dropped the state, `refused` if it ignores the height
   */
  get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    height: number | undefined,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>>;
  /** @throws SourceError if the gateway does not answer. @returns its chain id. */
  chainId(signal?: AbortSignal): Promise<string>;
  /** Name and version of the application and of the SDK, as the gateway reports them. */
  software(signal?: AbortSignal): Promise<string[]>;
};

const infoPath = "/cosmos/base/tendermint/v1beta1/node_info";
const infoAnswer = z.object({ default_node_info: z.object({ network: z.string() }) });
/** cosmos-sdk 0.53.5: proto/cosmos/base/tendermint/v1beta1/query.proto, `VersionInfo`. Older versions lack fields. */
const versionAnswer = z.object({
  application_version: z.object({
    name: z.string().default(""),
    app_name: z.string().default(""),
    version: z.string().default(""),
    cosmos_sdk_version: z.string().default(""),
  }),
});

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

export function createGateway(options: GatewayOptions): Gateway {
  const nodes = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log: options.log,
    ...options.nodeOptions,
  });

  const get: Gateway["get"] = async (path, schema, height, signal) =>
    await nodes.call({
      path,
      statuses: [400, 404, 500, 501],
      // The gateway is optional: one that does not answer must not delay the rest for long.
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

  return {
    get,
    chainId: async (signal) => (await get(infoPath, infoAnswer, undefined, signal)).default_node_info.network,
    software: async (signal) => {
      const { application_version: own } = await get(infoPath, versionAnswer, undefined, signal);
      const name = own.app_name || own.name;
      return [
        ...(name === "" || own.version === "" ? [] : [`${name}/${own.version}`]),
        ...(own.cosmos_sdk_version === "" ? [] : [`cosmos-sdk/${own.cosmos_sdk_version}`]),
      ];
    },
  };
}

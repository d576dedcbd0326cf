/** The HTTP clients of the warehouse on ClickHouse servers. */
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { ConfigError, errorMessage } from "../errors.ts";
import { readPem } from "../tls.ts";
import { csvDialect } from "./limits.ts";

/** How long a server may say nothing, not even how far a statement is; a lost connection shows at once. */
const requestTimeoutMs = 600_000;
/**
 * Load balancers cut connections that are idle for a minute, and the statement, which is carried out all the same, would
 * be repeated without end. Headers with its progress keep one busy; not more often, as proxies limit headers.
 */
const progressEveryMs = 25_000;
const headerBytesMax = 1_048_576;
const maximumConnections = 32;
/**
 * Reads see what was acknowledged, whichever replica answers: an insert counts when most replicas have it, and a
 * replica that lacks one refuses to read. Both demand that inserts into a table follow one another.
 */
const consistency = {
  insert_quorum: "auto",
  insert_quorum_parallel: 0,
  select_sequential_consistency: "1",
} as const;

type ClientOptions = {
  url: string;
  quote: 0 | 1;
  timeoutMs: number;
  progressMs: number;
  ca: Buffer | undefined;
  isReplicated: boolean;
};

function createHttpClient({ url, quote, timeoutMs, progressMs, ca, isReplicated }: ClientOptions) {
  return createClient({
    url,
    application: "validator-analytics",
    ...(ca === undefined ? {} : { tls: { ca_cert: ca } }),
    request_timeout: timeoutMs,
    max_open_connections: maximumConnections,
    max_response_headers_size: headerBytesMax,
    compression: { request: { codec: "gzip", level: 1 }, response: true },
    keep_alive: { enabled: true, eagerly_destroy_stale_sockets: true },
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      wait_end_of_query: 1,
      send_progress_in_http_headers: 1,
      http_headers_progress_interval_ms: String(progressMs),
      ...(isReplicated ? consistency : {}),
      // Blocks come large already; a buffer on the server would only delay the acknowledgement.
      async_insert: 0,
      // As embedded: reads say `final`, so collapsing a block while it is written is wasted.
      optimize_on_insert: 0,
      ...csvDialect,
      output_format_json_quote_64bit_integers: quote,
      output_format_json_quote_decimals: quote,
    },
  });
}

/**
 * Two clients: in JSON, `plain` has 64-bit integers and decimals as numbers, `quoted` as strings.
 * @throws ConfigError when the URL is not one that the client takes
 */
export function openClients(options: {
  url: string;
  requestTimeoutMs?: number;
  progressMs?: number;
  database?: string | undefined;
  caFile?: string | undefined;
  isReplicated?: boolean;
}) {
  const ca = options.caFile === undefined ? undefined : readPem("CLICKHOUSE_CA_FILE", options.caFile);
  try {
    const timeoutMs = options.requestTimeoutMs ?? requestTimeoutMs;
    const url = new URL(options.url);
    if (options.database !== undefined) url.pathname = `/${options.database}`;
    const progressMs = options.progressMs ?? progressEveryMs;
    const isReplicated = options.isReplicated === true;
    const client = { url: url.href, timeoutMs, progressMs, ca, isReplicated };
    return {
      plain: createHttpClient({ ...client, quote: 0 }),
      quoted: createHttpClient({ ...client, quote: 1 }),
    };
  } catch (error) {
    throw new ConfigError(`CLICKHOUSE_URL cannot be used: ${errorMessage(error)}`, { cause: error });
  }
}

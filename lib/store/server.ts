/**
 * The warehouse on ClickHouse servers, over HTTP with @clickhouse/client. Values are bound by the server. The server
 * holds an answer back until the statement has ended (`wait_end_of_query`), so a failure is a status and never half
 * an answer.
 */
import { Readable } from "node:stream";
import type { DataFormat } from "@clickhouse/client";
import { isAppError, isErrorOfKind } from "../errors.ts";
import type { Logger } from "../logger.ts";
import { retry } from "../retry.ts";
import { readAnswer } from "./answer.ts";
import { toStoreError } from "./errors.ts";
import { openClients } from "./httpClients.ts";
import { budgetSettings, cancelled } from "./limits.ts";
import { countInsert, countModel, timeStatement } from "./metrics.ts";
import { quoteName, quoteTable } from "./names.ts";
import { decodeNative } from "./native/read.ts";
import { encodeNative } from "./native/write.ts";
import { checkFormat } from "./outfile.ts";
import { pageFormat, parsePage, settingsOf } from "./page.ts";
import { parameterValue, scanStatement } from "./parameters.ts";
import type { Column, QueryParams, StatementLimits, Store } from "./store.ts";
import { readWhole } from "./whole.ts";

/** The server checks for the client's disconnection while it reads; it does so for statements that can only read. */
const endsWithClient = { cancel_http_readonly_queries_on_client_close: 1 as const };

/** For streamed answers: a late error is written after the rows, separate from them. */
const asTheyCome = {
  wait_end_of_query: 0,
  http_write_exception_in_output_format: 0,
  // The last message would be lost at the end of a compressed body.
  enable_http_compression: 0,
} as const;

/** The values that the statement names, so that a forgotten one is an error here and not a null there. */
function pickParameters(sql: string, params: QueryParams = {}): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const placeholder of scanStatement(sql).placeholders) {
    picked[placeholder.name] = parameterValue(placeholder, params);
  }
  return picked;
}

/** Another insert into the table is on its way to the replicas, from whichever worker. */
const isTurnOfOthers = (error: unknown): boolean =>
  isErrorOfKind(error, "store") && error.code === "unsatisfied_quorum_for_previous_write";
const turns = { attempts: 12, baseMs: 20, maxMs: 1_000, isRetryable: isTurnOfOthers } as const;

function failure(error: unknown, sql: string, signal: AbortSignal | undefined) {
  if (signal?.aborted !== true) return toStoreError(error, { transport: "http", statement: sql });
  return isAppError(signal.reason) ? signal.reason : cancelled(error);
}

/** @param isReplicated statements are repeated while another insert is on its way to the replicas */
function createRunner(isReplicated: boolean) {
  return function runStatement<Result>(
    operation: string,
    sql: string,
    signal: AbortSignal | undefined,
    task: () => Promise<Result>,
  ): Promise<Result> {
    const once = async () => {
      try {
        // The client looks at the signal only once the statement is on its way.
        signal?.throwIfAborted();
        return await task();
      } catch (error) {
        throw failure(error, sql, signal);
      }
    };
    return timeStatement("server", operation, () => (isReplicated ? retry(once, turns) : once()));
  };
}

/**
 * @param url http(s)://user:password@host:8123/database
 * @param requestTimeoutMs longest silence of the server during a statement
 * @param progressMs interval of its progress reports
 * @param database another database than the URL's
 * @throws ConfigError when the client refuses the URL
 */
export function createServerStore(options: {
  url: string;
  requestTimeoutMs?: number;
  progressMs?: number;
  database?: string | undefined;
  /** PEM file of the authorities that may sign its certificate; default: the system's. */
  caFile?: string | undefined;
  /** Tables are replicated: several workers, each at any replica, see one another's rows. */
  isReplicated?: boolean;
  log: Logger;
}): Store {
  const { plain, quoted } = openClients(options);
  const runStatement = createRunner(options.isReplicated === true);

  async function insert(table: string, columns: readonly Column[], chain?: string): Promise<void> {
    const { rows: count, chunks } = encodeNative(columns);
    if (count === 0) return;
    const names = columns.map((column) => quoteName(column.name)).join(", ");
    const query = `insert into ${quoteTable(table)} (${names}) format Native`;
    await runStatement("insert", `insert into ${table}`, undefined, async () => {
      const values = Readable.from(chunks, { objectMode: false });
      const result = await plain.exec({ query, values });
      await readWhole(result.stream);
    });
    countInsert(table, columns, { rows: count, chunks }, chain);
  }

  function view(limits: StatementLimits): Store {
    const { budget, signal } = limits;
    const run = <Result>(operation: string, sql: string, task: () => Promise<Result>) =>
      runStatement(operation, sql, signal, task);
    const requestOptions = (kind: "read" | "write") => ({
      ...(signal === undefined ? {} : { abort_signal: signal }),
      ...(budget === undefined
        ? {}
        : {
            clickhouse_settings: {
              ...budgetSettings(budget, kind),
              // Settings come with every statement here, and no analyst's text changes them (serve/sql/check): 1 would refuse our own.
              ...(kind === "read" ? { ...endsWithClient, readonly: "2" as const } : {}),
            },
          }),
    });
    const [reading, writing] = [requestOptions("read"), requestOptions("write")];

    async function rows<Row>(
      operation: string,
      sql: string,
      query: string,
      query_params: Record<string, unknown>,
    ) {
      return run(operation, sql, async () => {
        const result = await quoted.query({ ...reading, query, query_params, format: "JSONEachRow" });
        return result.json<Row>();
      });
    }

    return {
      kind: "server",
      text: async (sql, params) => {
        const query_params = pickParameters(sql, params);
        return run("text", sql, async () => {
          const result = await plain.query({ ...reading, query: sql, query_params, format: "JSONEachRow" });
          return result.text();
        });
      },
      bytes: async (sql, format) =>
        run("bytes", sql, async () => {
          const clickhouse_settings = {
            ...reading.clickhouse_settings,
            default_format: format as DataFormat,
          };
          const result = await plain.exec({ ...reading, query: sql, clickhouse_settings });
          const { read_rows = 0, read_bytes = 0 } = result.summary ?? {};
          return {
            bytes: await readWhole(result.stream),
            readRows: Number(read_rows),
            readBytes: Number(read_bytes),
          };
        }),
      page: async (sql, params) => {
        const query_params = pickParameters(sql, params);
        return run("page", sql, async () => {
          const result = await plain.query({ ...reading, query: sql, query_params, format: pageFormat });
          return parsePage(await result.text());
        });
      },
      rows: async (sql, params) => rows("rows", sql, sql, pickParameters(sql, params)),
      columns: async (sql, params) => {
        const query_params = pickParameters(sql, params);
        const bytes = await run("columns", sql, async () => {
          const result = await plain.exec({ ...reading, query: `${sql}\nformat Native`, query_params });
          return readWhole(result.stream);
        });
        return decodeNative(bytes);
      },
      stream: (sql, params, { format, signal: own }) => {
        const signals = [signal, own].filter((each) => each !== undefined);
        const query = `${sql}\nformat ${checkFormat(format)}`;
        const query_params = pickParameters(sql, params);
        return readAnswer(
          (requestSignal) =>
            runStatement("stream", sql, requestSignal, () =>
              plain.exec({
                query,
                query_params,
                abort_signal: requestSignal,
                clickhouse_settings: {
                  ...budgetSettings(budget ?? { seconds: 0, memoryMib: 0, rows: 0 }, "read"),
                  ...endsWithClient,
                  ...asTheyCome,
                },
              }),
            ),
          (error, requestSignal) => failure(error, sql, requestSignal),
          budget?.seconds ?? 0,
          signals.length === 0 ? undefined : AbortSignal.any(signals),
        );
      },
      insert,
      command: async (sql, params, chain) => {
        const query_params = pickParameters(sql, params);
        const { summary } = await run("command", sql, () =>
          plain.command({ ...writing, query: sql, query_params }),
        );
        countModel(sql, params, summary, chain);
      },
      describe: async (sql, params) => {
        const query = `describe table (\n${sql}\n) ${settingsOf(sql)}`;
        type Described = { name: string; type: string };
        const described = await rows<Described>("describe", sql, query, pickParameters(sql, params));
        return described.map(({ name, type }) => ({ name, type }));
      },
      ping: async () => {
        await rows("ping", "select 1", "select 1", {});
      },
      within: (more) => view({ ...limits, ...more }),
      close: async () => {
        await Promise.all([plain.close(), quoted.close()]);
      },
    };
  }

  return view({});
}

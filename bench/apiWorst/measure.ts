/** The cost of a request: time over a socket, and memory and rows from the engine's own list of statements. */
import { openConnection } from "../../lib/store/connection.ts";
import { addressOf, type Request } from "./requests.ts";

export type Taken = {
  status: number;
  seconds: number;
  /** Processor time of this process in the meantime: engine, server, and measurement. */
  processorSeconds: number;
  /** Of the statement that took most of it, as often as the engine was looked at. */
  memoryMib: number;
  rowsRead: number;
  bytes: number;
  records: number;
  total: number;
};

type Running = { query_id: string; peak: string; rows: string };
export type Meter = {
  take<Result>(work: () => Promise<Result>): Promise<{ result: Result; memoryMib: number; rowsRead: number }>;
  close(): Promise<void>;
};

const lookEveryMs = 10;
const running = `select query_id, max(peak_memory_usage) as peak, max(read_rows) as rows from system.processes
  where not query like '%system.processes%' group by query_id`;

/** Observes running statements, on a separate connection. */
export function openMeter(path: string): Meter {
  const { client, close } = openConnection(path, undefined, {});
  return {
    take: async (work) => {
      let [memory, rowsRead, isOver] = [0, 0, false];
      const looking = (async () => {
        while (!isOver) {
          const answer = await client.query({ query: running, format: "JSONEachRow" });
          for (const row of await answer.json<Running>()) {
            memory = Math.max(memory, Number(row.peak));
            rowsRead = Math.max(rowsRead, Number(row.rows));
          }
          await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
        }
      })();
      const result = await work().finally(() => {
        isOver = true;
      });
      await looking;
      return { result, memoryMib: memory / 1_048_576, rowsRead };
    },
    close,
  };
}

type Body = { total?: number; data?: unknown[]; results?: unknown[] };

/** Records in an answer, and in all pages of it. */
function countIn(text: string): { records: number; total: number } {
  try {
    const body = JSON.parse(text) as Body | unknown[];
    if (Array.isArray(body)) return { records: body.length, total: body.length };
    const records = (body.data ?? body.results)?.length ?? 1;
    return { records, total: body.total ?? records };
  } catch {
    return { records: 0, total: 0 };
  }
}

/** Sends a request once. */
export async function send(url: string, key: string, request: Request, meter: Meter): Promise<Taken> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  const { result, memoryMib, rowsRead } = await meter.take(async () => {
    const response = await fetch(`${url}${addressOf(request)}`, {
      method: request.method,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${key}`,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await response.text();
    return { status: response.status, text, seconds: (performance.now() - started) / 1_000 };
  });
  const { status, text, seconds } = result;
  const { user, system } = process.cpuUsage(before);
  const processorSeconds = (user + system) / 1e6;
  return {
    status,
    seconds,
    processorSeconds,
    memoryMib,
    rowsRead,
    bytes: Buffer.byteLength(text),
    ...countIn(text),
  };
}

/** One connection to the embedded engine, and the settings that stay on it. */
import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { createChdbConnection } from "chdb/connection";
import { csvDialect } from "./limits.ts";
import { quoteName } from "./names.ts";

type ClientOptions = NonNullable<Parameters<typeof createClient>[0]>;

/** Settings of ClickHouse that hold for every statement, by name. */
export type EngineSettings = NonNullable<ClientOptions["clickhouse_settings"]>;

export type Connection = {
  client: ClickHouseClient;
  /**
   * The settings to send with a statement whose large numbers are to be quoted or plain. They stay on the connection, so
   * they are sent only when they change.
   */
  settingsFor: (quote: 0 | 1) => EngineSettings;
  /** Resolves when the connection uses its database. */
  ready: Promise<unknown>;
  close: () => Promise<void>;
};

/** Statements with bound arrays are long: the default of 256 KiB is too little. */
const maximumQueryBytes = 64 * 1024 * 1024;

export function openConnection(
  path: string,
  database: string | undefined,
  ownSettings: EngineSettings,
): Connection {
  const settings = { ...csvDialect, ...ownSettings };
  const connection = createChdbConnection({ path });
  // The two packages declare the same private class twice, so the types differ in name only.
  const client = createClient({
    connection: connection as unknown as NonNullable<ClientOptions["connection"]>,
  });
  let quoting: 0 | 1 | undefined;
  // After `readonly = 1` nothing can be set any more, so all of it is set when the connection begins.
  const isFixed = settings.readonly === "1";
  const settingsFor = (quote: 0 | 1): EngineSettings => {
    if (isFixed || quoting === quote) return {};
    const first = quoting === undefined ? { max_query_size: String(maximumQueryBytes), ...settings } : {};
    quoting = quote;
    return {
      output_format_json_quote_64bit_integers: quote,
      output_format_json_quote_decimals: quote,
      ...first,
    };
  };
  const ready = begin();

  async function begin(): Promise<void> {
    if (database !== undefined) await client.command({ query: `use ${quoteName(database)}` });
    if (!isFixed) return;
    const values = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    await client.command({ query: `set ${values.join(", ")}` });
  }

  // The user of the connection sees the error.
  ready.catch(() => undefined);
  return {
    client,
    settingsFor,
    ready,
    close: async () => {
      // A connection that is closed under a statement stays open, and a process that ends with an open engine may never end.
      await ready.catch(() => undefined);
      await connection.close();
    },
  };
}

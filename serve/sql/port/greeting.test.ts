import { afterAll, beforeAll, expect, it } from "vitest";
import { openSqlPort, type SqlPort } from "../../../test/support/sqlPort.ts";
import { openTemporaryStore, type TestWarehouse } from "../../../test/support/warehouse.ts";

let opened: TestWarehouse;
let port: SqlPort;
beforeAll(async () => {
  opened = await openTemporaryStore();
  port = await openSqlPort(opened.store);
});
afterAll(async () => {
  await port.close();
  await opened.close();
});

async function bytesOf(sql: string, revision?: number): Promise<Buffer> {
  const said = revision === undefined ? "" : `&client_protocol_version=${revision}`;
  const headers = { authorization: `Bearer ${port.key}` };
  const response = await fetch(`${port.url}/?default_format=Native${said}`, {
    method: "POST",
    headers,
    body: sql,
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const text = (value: string) => [value.length, ...Buffer.from(value)];
/** As clickhouse-go sends it, to the letter. */
const question = "SELECT displayName(), version(), revision(), timezone()";

it("is read by clickhouse-go, which reads all later answers as the engine writes them", async () => {
  const [{ version, timezone } = { version: "", timezone: "" }] = await opened.store.rows<
    Record<"version" | "timezone", string>
  >("select version() as version, timezone() as timezone");
  // Block info; four columns, one row; of each its name, its type, whether it is written in a way of its own, its value.
  const read = Buffer.from([
    ...[1, 0, 2, 255, 255, 255, 255, 0, 4, 1],
    ...[...text("'validator-analytics'"), ...text("String"), 0, ...text("validator-analytics")],
    ...[...text("version()"), ...text("String"), 0, ...text(version)],
    ...[...text("toUInt32(0)"), ...text("UInt32"), 0, 0, 0, 0, 0],
    ...[...text("timezone()"), ...text("String"), 0, ...text(timezone)],
  ]);
  expect(await bytesOf(question, 54_460)).toEqual(read);
  // Older clients, and all other statements.
  for (const revision of [undefined, 54_405])
    expect([...(await bytesOf(question, revision))].slice(0, 2)).toEqual([4, 1]);
  const plain = Buffer.from([1, 1, ...text("one"), ...text("UInt8"), 1]);
  expect(await bytesOf("select 1 as one", 54_460)).toEqual(plain);
});

/** A case that is not a node's answer but ours: the SQL port's to clickhouse-connect. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { caseOf, describeCases } from "../../test/support/cases.ts";
import { openSqlPort, type SqlPort } from "../../test/support/sqlPort.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";

type Content = { asked?: { sql: string; settings: Record<string, number>; must: unknown }[] };

describeCases("the SQL port", () => {
  let opened: Awaited<ReturnType<typeof openTemporaryStore>>;
  let port: SqlPort;
  beforeAll(async () => {
    opened = await openTemporaryStore();
    port = await openSqlPort(opened.store);
  });
  afterAll(async () => {
    await port.close();
    await opened.close();
  });

  const query = (sql: string, more: Record<string, string> = {}) => {
    const authorization = `Basic ${Buffer.from(`anyone:${port.key}`).toString("base64")}`;
    const search = new URLSearchParams({ query: sql, ...more });
    return fetch(`${port.url}/?${search}`, { headers: { authorization } });
  };

  it.each(caseOf<Content>("41-sql-settings-told-readonly").asked ?? [])(
    "41: takes the settings that it does not call read-only: $settings",
    async ({ sql, settings, must }) => {
      const [[name, value] = ["", 0]] = Object.entries(settings);
      const reply = await query(
        `select readonly from system.settings where name = '${name}' format JSONCompactEachRow`,
      );
      const [isReadonly] = JSON.parse((await reply.text()).trim()) as [number];
      // The client sends no read-only setting, except `readonly` itself.
      if (isReadonly === 1 && name !== "readonly") {
        expect(must).toBe("refused");
        return;
      }
      const answer = await query(`${sql} format JSONCompactEachRow`, { [name]: String(value) });
      expect([answer.status, [JSON.parse(await answer.text())]]).toEqual([200, must]);
    },
  );
});

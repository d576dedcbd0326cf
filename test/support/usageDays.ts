/** Usage of keys, by UTC day and operation. */
import { describe, expect, it } from "vitest";
import { runMonths } from "../../cli/verbs/usage.ts";
import { daysTable, runDays } from "../../cli/verbs/usageDays.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { createDailyUsage } from "../../serve/access/dailyUsage.ts";
import { createUsage } from "../../serve/access/usage.ts";
import { createAccounts } from "./accounts.ts";

const log = createLogger("silent");
const noon = Date.parse("2026-01-31T12:00:00Z");
const hourMs = 3_600_000;

export function describeUsageDays(storeOf: () => Store): void {
  const { newKey, withServer, daysOf } = createAccounts(storeOf);

  describe("usage by day and operation", () => {
    it("adds up to that by month, counted by several servers around midnight", async () => {
      const { caller, keyId, key } = await newKey();
      let time = noon;
      const servers = [1, 2, 3].map(() => createUsage({ store: storeOf(), log, now: () => time }));
      for (let hour = 0; hour < 36; hour += 1) {
        for (const [place, server] of servers.entries()) {
          server.add(caller, place === 0 ? "blocks" : "tags", { requests: 1 });
          server.add(caller, place === 0 ? "blocks" : "tags", { computeUnits: hour });
          if (hour % 11 === place) await server.flush();
        }
        time += hourMs;
      }
      for (const server of servers) {
        await server.close();
        await server.flush();
      }
      const days = await daysOf(key, "&toDate=2026-02-28");
      const sum = (first: number, last: number) => ((last - first + 1) * (first + last)) / 2;
      const line = (date: string, operation: string, hours: [number, number], servers: number) => ({
        date,
        keyId,
        tier: "build",
        operation,
        requests: servers * (hours[1] - hours[0] + 1),
        clientErrors: 0,
        serverErrors: 0,
        refused: 0,
        computeUnits: servers * sum(...hours),
      });
      expect(days).toEqual([
        line("2026-01-31", "blocks", [0, 11], 1),
        line("2026-01-31", "tags", [0, 11], 2),
        line("2026-02-01", "blocks", [12, 35], 1),
        line("2026-02-01", "tags", [12, 35], 2),
      ]);
      const months = (await runMonths({}, storeOf())).filter((row) => row.keyId === keyId);
      for (const { month, requests, computeUnits } of months.filter((row) => row.month < "2026-03")) {
        const of = days.filter(({ date }) => date.slice(0, 7) === month.slice(0, 7));
        expect(of.reduce((total, day) => total + day.requests, 0)).toBe(Number(requests));
        expect(of.reduce((total, day) => total + day.computeUnits, 0)).toBe(Number(computeUnits));
      }
      expect(await daysOf(key, "&operation=tags&fromDate=2026-02-01&toDate=2026-02-01")).toEqual([days[3]]);
      expect(await daysOf(key, `&keyId=${keyId}&sortOrder=desc&toDate=2026-02-28`)).toEqual([
        days[2],
        days[3],
        days[0],
        days[1],
      ]);
      expect(await daysOf(key, "&keyId=ffffffffffff")).toEqual([]);
    });

    it("counts successful, failed and refused requests", async () => {
      const { key, keyId } = await newKey({ tier: "starter" });
      let units = 0;
      await withServer(async (get) => {
        // Of another second than those that are too many.
        const first = await get(key, "/v0/eth/validators/1");
        units += Number(first.headers.get("x-service-compute-units"));
        await get(key, "/v0/eth/validators/77");
        const many = await Promise.all(Array.from({ length: 8 }, () => get(key, "/v0/eth/validators/x")));
        const refused = many.filter(({ status }) => status === 429).length;
        expect(refused).toBeGreaterThanOrEqual(4);
        // An unknown key, and no operation.
        await get("x", "/v0/eth/validators/1");
        await get(key, "/v0/nothing");
      });
      const [day, ...others] = await daysOf(key, "&operation=validator");
      expect(others).toEqual([]);
      expect(day).toMatchObject({
        keyId,
        tier: "starter",
        operation: "validator",
        serverErrors: 0,
        computeUnits: units,
      });
      expect([day?.requests, day?.clientErrors]).toEqual([10 - (day?.refused ?? 0), 9 - (day?.refused ?? 0)]);
      const [month] = (await runMonths({}, storeOf())).filter((row) => row.keyId === keyId);
      const all = await daysOf(key);
      expect(Number(month?.requests)).toBe(all.reduce((sum, one) => sum + one.requests, 0));
    });

    it("is that of the own organization", async () => {
      const [mine, other] = [
        await newKey({ organizationId: "mine" }),
        await newKey({ organizationId: "other" }),
      ];
      await withServer(async (get) => {
        for (const { key } of [mine, other]) await get(key, "/v1/networks");
      });
      expect((await daysOf(mine.key)).map((day) => day.keyId)).toContain(mine.keyId);
      expect((await daysOf(mine.key)).map((day) => day.keyId)).not.toContain(other.keyId);
      expect(await daysOf(mine.key, `&keyId=${other.keyId}`)).toEqual([]);
    });

    it("has a bounded number of counters, and loses no counts", async () => {
      const { caller, keyId, key } = await newKey();
      let time = noon;
      const usage = createDailyUsage({ store: storeOf(), log, now: () => time, keepDays: 0, countersMax: 3 });
      for (let round = 0; round < 4; round += 1) {
        for (let operation = 0; operation < 5; operation += 1)
          usage.add(caller, `operation${operation}`, { requests: 1, refused: 2 });
        await usage.flush();
      }
      time += 24 * hourMs;
      usage.add(caller, "operation0", { requests: 1 });
      await usage.flush();
      const days = (await daysOf(key, "&toDate=2026-02-28")).filter((day) => day.keyId === keyId);
      const of = (date: string) => days.filter((day) => day.date === date);
      const requests = of("2026-01-31").map((day) => [day.operation, day.requests, day.refused]);
      expect(requests).toEqual([
        ["operation0", 4, 8],
        ["operation1", 4, 8],
        ["operation2", 4, 8],
        ["other", 8, 16],
      ]);
      expect(of("2026-02-01").map((day) => [day.operation, day.requests])).toEqual([["operation0", 1]]);
    });

    it("is removed after its retention; months stay", async () => {
      const { caller, keyId } = await newKey();
      let time = noon;
      const usage = createUsage({ store: storeOf(), log, now: () => time, keepDays: 30 });
      const dates = async () => {
        const rows = await storeOf().rows<{ day: string }>(
          "select distinct day from app_usage_daily where key_id = {keyId:String} order by day",
          { keyId },
        );
        return rows.map(({ day }) => day);
      };
      for (let day = 0; day < 3; day += 1) {
        usage.add(caller, "tags", { requests: 1 });
        await usage.flush();
        time += 24 * hourMs;
      }
      expect(await dates()).toEqual(["2026-01-31", "2026-02-01", "2026-02-02"]);
      time = noon + 31 * 24 * hourMs;
      await usage.flush();
      await expect.poll(dates).toEqual(["2026-02-01", "2026-02-02"]);
      await usage.close();
      const months = (await runMonths({}, storeOf())).filter((row) => row.keyId === keyId);
      expect(months.map((row) => row.requests)).toEqual(["2", "1"]);
    });

    it("is printed by the command line", async () => {
      const { caller } = await newKey({ organizationId: "printed" });
      const usage = createUsage({ store: storeOf(), log, now: () => noon });
      usage.add(caller, "tags", { requests: 5, clientErrors: 2, refused: 3, computeUnits: 7 });
      usage.add(caller, "sql", { requests: 1, serverErrors: 1 });
      await usage.close();
      const of = { organization: "printed", month: "2026-01" };
      const lines = async (by: "day" | "operation") =>
        daysTable(await runDays({ by, ...of }, storeOf()), by)
          .trimEnd()
          .split("\n")
          .map((line) => line.split(/ {2,}/));
      const counts = ["REQUESTS", "CLIENT ERRORS", "SERVER ERRORS", "REFUSED", "UNITS"];
      expect(await lines("day")).toEqual([
        ["DAY", ...counts],
        ["2026-01-31", "6", "2", "1", "3", "7"],
      ]);
      expect(await lines("operation")).toEqual([
        ["MONTH", "OPERATION", ...counts],
        ["2026-01", "tags", "5", "2", "0", "3", "7"],
        ["2026-01", "sql", "1", "0", "1", "0", "0"],
      ]);
      expect(await runDays({ by: "day", ...of, month: "2025-12" }, storeOf())).toEqual([]);
    });
  });
}

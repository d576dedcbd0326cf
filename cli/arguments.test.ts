import { expect, it } from "vitest";
import { readArguments } from "../test/support/program.ts";

it.each([
  [
    "backfill eth/mainnet --from yesterday --to 9",
    "A height (a whole number) or a UTC day such as 2026-01-31",
  ],
  ["backfill eth/mainnet --from 10 --to 9", "--from 10 is after --to 9"],
  ["backfill eth/mainnet --from 9", "--from and --to, or --part, are needed"],
  ["replay eth/mainnet --from 2026-02-01 --to 2026-01-31", "--from 2026-02-01 is after --to 2026-01-31"],
  ["export eth/mainnet eth_block --from 2026-02-30", "A height (a whole number) or a UTC day"],
  ["keys create --name x --tier gold", "Allowed choices are free, starter, build, growth, operator"],
  ["keys create --name x --scope all", "Allowed choices are read, write:tags, sql, admin:keys"],
  ["stattus", "Did you mean status?"],
  ["keys cretae", "Did you mean create?"],
])("%s is refused before anything is opened, without the whole help", async (typed, reason) => {
  const { code, stderr } = await readArguments(typed.split(" "));
  expect(code).toBe(1);
  expect(stderr).toContain(reason);
  expect(stderr).toContain("Run it with --help for its usage.");
  expect(stderr.split("\n").length).toBeLessThan(6);
});

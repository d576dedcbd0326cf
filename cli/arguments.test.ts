import { CommanderError } from "@commander-js/extra-typings";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { program, runProgram } from "./program.ts";

const all = (command = program as unknown as { commands: (typeof program)[] }): (typeof program)[] =>
  command.commands.flatMap((one) => [one, ...all(one as never)]);

beforeAll(() => {
  for (const command of [program, ...all()]) command.exitOverride();
});

/** What a command line that is refused prints. */
async function refusal(typed: string): Promise<string> {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    await expect(runProgram(typed.split(" "))).rejects.toBeInstanceOf(CommanderError);
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}
afterAll(() => vi.restoreAllMocks());

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
])("%s is refused before anything is opened", async (typed, reason) => {
  const text = await refusal(typed);
  expect(text).toContain(reason);
  expect(text).toContain("Run it with --help for its usage.");
  expect(text.split("\n").length).toBeLessThan(6);
});

it.each([
  ["stattus", "Did you mean status?"],
  ["keys cretae", "Did you mean create?"],
])("%s names the nearest command, without the whole help", async (typed, hint) => {
  const text = await refusal(typed);
  expect(text).toContain(hint);
  expect(text.split("\n").length).toBeLessThan(6);
});

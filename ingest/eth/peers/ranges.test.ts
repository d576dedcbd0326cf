import { writeFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { createRandom } from "../../../fixtures/random.ts";
import { temporaryFolder } from "../../../test/support/cli.ts";
import { openRanges } from "./ranges.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it.each([
  ["no line", 0],
  ["one line", 1],
  ["some lines", 30],
  ["many blocks of lines", 4_000],
])("finds the line of a number among %s, and nothing in the gaps between", async (_, count) => {
  const random = createRandom(count, "ranges");
  const lines: { first: bigint; last: bigint; text: string }[] = [];
  let next = 0n;
  for (let at = 0; at < count; at += 1) {
    const first = next + BigInt(random.integer(3)) * 10n ** BigInt(random.integer(30));
    const last = first + BigInt(random.integer(1_000));
    lines.push({
      first,
      last,
      text: `${first},${last},${at},"Café ${"x".repeat(random.integer(300))}, ${at}"`,
    });
    next = last + 1n;
  }
  const path = `${folder.path}.${count}.csv`;
  writeFileSync(path, lines.map(({ text }) => `${text}\n`).join(""));
  const ranges = await openRanges(path);
  const edges = lines.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n]);
  const wanted = new Set([0n, 5n, 2n ** 128n - 1n, ...random.shuffle(edges).slice(0, 600)]);
  for (const number of wanted) {
    const expected = lines.find(({ first, last }) => first <= number && number <= last);
    expect(await ranges.find(number), String(number)).toBe(expected?.text);
  }
  await ranges.close();
});

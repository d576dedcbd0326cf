/** Texts that are written in plain words stay so: CONTRIBUTING.md says how we write. More files are added as they are rewritten. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { program } from "../cli/program.ts";
import { projectRoot } from "./support/cli.ts";

/** Words that say too little, with what to write instead. */
const instead: readonly (readonly [RegExp, string])[] = [
  [/\b(?:told|tells?)\b/i, "returned, reported, recorded"],
  [/\bask(?:s|ed)?\b(?! the operator)/i, "requested, queried; the client, the caller"],
  [/\b(?:is|are|was|were) made (?:of|again)\b/i, "is computed from, is recomputed"],
  [/\bcomes? out\b/i, "the result"],
  [/\bbeside\b/i, "next to, alongside, together with"],
  [/\bbehind (?!a proxy|a load balancer)/i, "after (in order), lagging (in time)"],
  [/\bgoes by\b/i, "is called, is identified by"],
  [/\b(?:whoever|nobody|anybody|somebody)\b/i, "the client, the operator, no validator"],
  [/\bput aside\b/i, "moved to the dead-letter topic"],
  [/\bheld against\b/i, "compared with, reconciled with"],
  [/\bhangs? on\b/i, "depends on"],
  [/\bin all\b(?! )/i, "total"],
  [/\bfor ever\b/i, "forever"],
];

const findings = (text: string) =>
  text
    .split("\n")
    .flatMap((line, place) =>
      instead
        .filter(([word]) => word.test(line))
        .map(([word, better]) => `line ${place + 1}: ${word.exec(line)?.[0]} → ${better}: ${line.trim()}`),
    );

type Documented = { name(): string; helpInformation(): string; commands: readonly Documented[] };
const helpTexts = (command: Documented, path: string): (readonly [string, string])[] => [
  [path, command.helpInformation()],
  ...command.commands.flatMap((one) => helpTexts(one, `${path} ${one.name()}`)),
];

describe("plain words", () => {
  it.each([
    ...["README.md", ".env.example", "docs/index.md", "docs/quick-start.md", "docs/command-line.md"],
    ...[
      "docs/settings.md",
      "docs/deployment.md",
      "docs/api-overview.md",
      "docs/explorer.md",
      "docs/operating.md",
      "CHANGELOG.md",
    ],
  ])("%s", (file) => {
    expect(findings(readFileSync(join(projectRoot, file), "utf8"))).toEqual([]);
  });

  it.each(helpTexts(program as unknown as Documented, "validator-analytics"))("%s --help", (_, text) => {
    // Lines are wrapped.
    expect(findings(text.replace(/\s+/g, " "))).toEqual([]);
  });
});

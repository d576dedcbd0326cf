/** Promises of SECURITY.md with the tests that hold them, and a change of the sources for each that breaks it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { projectRoot } from "../support/cli.ts";

export type Promised = {
  promise: string;
  /** Path of the test file. */
  file: string;
  /** Of the suites and the test, outermost first; none: any test of the file. */
  names: string[];
};

const mutation = z.strictObject({
  /** As SECURITY.md has it. */
  promise: z.string(),
  /** File that is changed. */
  in: z.string(),
  /** A text that the file has exactly once. */
  text: z.string().min(1),
  /** The replacement, which breaks the promise. */
  broken: z.string(),
  /** Test that fails, where SECURITY.md names a file, a suite or several tests: a part of its full name. */
  fails: z.string().optional(),
});
export type Mutation = z.infer<typeof mutation>;

/** The rows of SECURITY.md whose test is a file of tests. */
export const promisesText = readFileSync(join(projectRoot, "SECURITY.md"), "utf8");
export const promises: Promised[] = [
  ...promisesText.matchAll(/^\| (.+?) +\| (\S+\.test\.ts)(?: › (.+?))? +\|$/gm),
].map(([, promise = "", file = "", name]) => ({ promise, file, names: name?.split(" › ") ?? [] }));

export const mutations: Mutation[] = z
  .array(mutation)
  .parse(parse(readFileSync(join(projectRoot, "test/mutations/mutations.yaml"), "utf8")));

/** The number of occurrences of a text in another one. */
export const occurrences = (text: string, part: string) => text.split(part).length - 1;

/** A text as a part of a pattern; `%s` and `…` match anything. */
const literal = (text: string) =>
  text
    .split(/%[sji]|…/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*");

/** Pattern of the full names of a promise's tests, or of those that a mutation fails. */
export function namePattern({ names }: Promised, { fails = "" }: Pick<Mutation, "fails"> = {}): RegExp {
  return new RegExp(`^(?=.*${literal(fails)}).*${names.map(literal).join(" .*")}`);
}

/** Files whose tests depend on earlier ones, so that all of them have to run. */
const sequences = new Set([
  "cli/backup/backup.test.ts",
  "cli/backup/servers/servers.test.ts",
  "test/backup.long.test.ts",
]);

/** Pattern of the tests of a file to run for these names. */
export const runPattern = (file: string, names: readonly RegExp[]): RegExp =>
  sequences.has(file) ? /./ : new RegExp(names.map(({ source }) => source).join("|"));

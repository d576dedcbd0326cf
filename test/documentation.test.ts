/** Commands and statements of the documentation are such: verbs and options that there are, routes, tables and columns. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../lib/store/store.ts";
import { loadSite } from "../serve/docs/site.ts";
import { endpoints } from "../serve/endpoints.ts";
import { type Checker, createChecker } from "../serve/sql/check/checker.ts";
import { blocksOf, commandsOf, elsewhere, languagesOf, listPages } from "./support/documentation.ts";
import { readArguments } from "./support/program.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

/** Statements that analysts can't run, since they change something. */
const statementsElsewhere: readonly { statement: RegExp; because: string }[] = [
  { statement: /^create user\b/, because: "there are no users in the embedded engine" },
  {
    statement: /^insert into app_listener_cursor\b/,
    because: "it is for servers that were restored by other means",
  },
];

let store: Store;
let close: () => Promise<void>;
let check: Checker;

beforeAll(async () => {
  ({ store, close } = await openTemporaryStore());
  check = createChecker(store);
});
afterAll(() => close());

/** Words of a command, split like a shell: quotes keep them together. */
const wordsOf = (command: string) =>
  [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/^(["'])(.*)\1$/s, "$2"),
  );

/** The arguments after `npx validator-analytics`; undefined: it is another program's command. */
function argumentsOf(command: string): string[] | undefined {
  const words = wordsOf(command);
  const at = words.indexOf("npx");
  if (at === -1 || words[at + 1] !== "validator-analytics") return undefined;
  return words.slice(at + 2);
}

const pages = listPages();
const commands = pages.flatMap((file) =>
  blocksOf(file, ["sh"]).flatMap(({ text }) => commandsOf(text).map((command) => ({ file, command }))),
);

/** Commands in blocks of other languages, such as a crontab. */
const others = pages.flatMap((file) =>
  blocksOf(file, [""]).flatMap(({ text }) =>
    [...text.matchAll(/npx validator-analytics [^&\n]+/g)].map(([command]) => ({
      file,
      command: command.trim(),
    })),
  ),
);

describe("verbs", () => {
  const verbs = [...commands, ...others].flatMap((each) => {
    const args = argumentsOf(each.command);
    return args === undefined ? [] : [{ ...each, args }];
  });

  it.each(verbs)("$file: $command", async ({ file, command, args }) => {
    await expect(readArguments(args), `${file}: ${command}`).rejects.toThrow(
      "the arguments are right, so the verb would run",
    );
  });

  it("are separated from other commands: a wrong option is a failure", async () => {
    expect(
      (await readArguments(argumentsOf("A=1 npx validator-analytics status --nothing") ?? [])).code,
    ).toBe(1);
    expect(argumentsOf('npx validator-analytics sql "select 1, 2" --format csv')).toEqual([
      "sql",
      "select 1, 2",
      "--format",
      "csv",
    ]);
  });
});

describe("requests", () => {
  const site = loadSite("");
  const requests = commands.flatMap(({ file, command }) =>
    [...command.matchAll(/http:\/\/127\.0\.0\.1:8080(\/[^\s'"?]*)/g)].map(([, path = ""]) => ({
      file,
      path,
    })),
  );

  it.each(requests)("$file: $path", ({ file, path }) => {
    const isEndpoint = endpoints.some(({ path: route }) =>
      new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
    );
    const isServed = isEndpoint || site.pages.has(path.replace(/^\/docs\/?/, ""));
    expect(isServed, `${file} requests ${path}, which is neither an endpoint nor a page`).toBe(true);
  });
});

describe("statements", () => {
  const statements = pages.flatMap((file) => blocksOf(file, ["sql"]));

  it.each(statements)("$file: $text", async ({ file, text }) => {
    if (statementsElsewhere.some(({ statement }) => statement.test(text))) return;
    const about = `a statement of ${file}`;
    const checked = check(text);
    await expect(checked, `${about} on the SQL port`).resolves.toBeDefined();
    await expect(store.rows((await checked).sql), about).resolves.toBeDefined();
  });

  it("have no unused reason", () => {
    for (const { statement } of statementsElsewhere)
      expect(
        statements.some(({ text }) => statement.test(text)),
        String(statement),
      ).toBe(true);
    for (const { command } of elsewhere)
      expect(
        commands.some((each) => command.test(each.command)),
        String(command),
      ).toBe(true);
  });

  it("are in blocks of tested languages", () => {
    const run = new Map([
      // These two by documentation.long.test.ts and above, on all pages.
      ["sh", pages],
      ["sql", pages],
      // client.test.ts, sdk.long.test.ts and notebook.long.test.ts, export.long.test.ts.
      ["ts", ["client/README.md"]],
      ["python", ["docs/clients.md", "docs/notebook.md"]],
      ["duckdb", ["docs/exports.md"]],
      // Drawings, layouts of folders, files of settings.
      ["", pages],
    ]);
    for (const file of pages)
      for (const language of languagesOf(file))
        expect(run.get(language), `${file}: pages whose blocks of \`${language}\` a test runs`).toContain(
          file,
        );
  });
});

/** The documentation's links lead to existing pages, anchors, files and routes; the dictionary is that of sql/. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Marked, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { dictionaryPages } from "../lib/sql/dictionaryText.ts";
import { servedDictionary } from "../serve/dictionary.ts";
import { sectionsOf } from "../serve/docs/markdown.ts";
import { createSearch } from "../serve/docs/search.ts";
import { loadSite } from "../serve/docs/site.ts";
import { endpoints } from "../serve/endpoints.ts";
import { projectRoot } from "./support/cli.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");

/** Every text for readers: those of docs/, and those next to the code. */
const files = [
  ...["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"],
  ...["docs", "fixtures", "serve", "sql", "chains", "ingest", "client"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md") && !name.includes("node_modules"))
      .map((name) => `${folder}/${name}`),
  ),
].filter((path) => existsSync(join(projectRoot, path)));

function linksOf(markdown: string): string[] {
  const links: string[] = [];
  const marked = new Marked();
  marked.walkTokens(marked.lexer(markdown), (token: Token) => {
    if (token.type === "link" || token.type === "image") links.push((token as Tokens.Link).href);
  });
  return links;
}

/** Addresses that the server answers in addition to its endpoints. */
const routes = new Set([
  "/docs",
  "/docs/api",
  "/openapi.json",
  "/dictionary.json",
  "/status",
  "/metrics",
  "/healthz",
  "/readyz",
  "/",
]);

const pages = loadSite("").pages;

function isRoute(path: string): boolean {
  if (routes.has(path)) return true;
  if (path.startsWith("/docs/")) return pages.has(path.slice("/docs/".length));
  return endpoints.some(({ path: route }) =>
    new RegExp(`^${route.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(
      path.split("?")[0] ?? "",
    ),
  );
}

const anchors = new Map<string, Set<string>>();

function hasAnchor(file: string, anchor: string): boolean {
  const own = anchors.get(file) ?? new Set(sectionsOf(read(file)).map((section) => section.anchor));
  anchors.set(file, own);
  return own.has(anchor);
}

/** The problem of a link in a file; undefined: none. */
function problemOf(file: string, href: string): string | undefined {
  if (/^https?:/.test(href)) return URL.canParse(href) && !/\s/.test(href) ? undefined : "is no address";
  if (href.startsWith("/"))
    return isRoute(href.split("#")[0] ?? "") ? undefined : "is no route of the server";
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(projectRoot, target))) return "is no file";
  if (anchor === undefined || statSync(join(projectRoot, target)).isDirectory()) return undefined;
  return hasAnchor(target, anchor) ? undefined : "is no heading there";
}

describe.each(files)("%s", (file) => {
  it("has no dead links", () => {
    const problems = linksOf(read(file)).flatMap((href) => {
      const problem = problemOf(file, href);
      return problem === undefined ? [] : [`${href} ${problem}`];
    });
    expect(problems, `links of ${file}`).toEqual([]);
  });

  it("names no folder next to the project: a clone has none", () => {
    const lines = read(file).split("\n");
    expect(
      lines.filter((line) => /(?<![\w/.])\.\.\/shared\b/.test(line)),
      `lines of ${file}`,
    ).toEqual([]);
  });
});

describe("the check of links", () => {
  it.each([
    ["docs/index.md", "nothing.md", "is no file"],
    ["docs/index.md", "quick-start.md#nothing", "is no heading there"],
    ["docs/index.md", "/v2/nothing", "is no route of the server"],
    ["docs/index.md", "https://", "is no address"],
    ["docs/index.md", "quick-start.md#run-the-demo", undefined],
    ["docs/index.md", "/v1/celestia/network/rewards", undefined],
  ])("%s: %s %s", (file, href, problem) => {
    expect(problemOf(file, href)).toBe(problem);
  });
});

describe("the data dictionary", () => {
  it("is generated from sql/ by `npx validator-analytics dictionary --out docs`", () => {
    const made = dictionaryPages(servedDictionary());
    for (const [path, text] of made)
      expect(
        read(`docs/${path}`) === text,
        `docs/${path} is stale: write it with \`npx validator-analytics dictionary --out docs\``,
      ).toBe(true);
    expect(readdirSync(join(projectRoot, "docs/warehouse")).sort()).toEqual(
      [...made.keys()].flatMap((path) => /^warehouse\/(.+)$/.exec(path)?.[1] ?? []).sort(),
    );
  });

  const { tables, views, functions } = servedDictionary();
  const named = new Map(tables.map((table) => [table.name, table]));

  it("has every table except the application's own, with its columns and key", () => {
    const all = readdirSync(join(projectRoot, "sql/tables"), { recursive: true, encoding: "utf8" }).flatMap(
      (name) => /([a-z0-9_]+)\.sql$/.exec(name)?.[1] ?? [],
    );
    expect([...named.keys()].sort(), "tables of the dictionary, against sql/tables").toEqual(
      all.filter((name) => !name.startsWith("app_")).sort(),
    );
    expect(JSON.stringify({ tables, views, functions })).not.toMatch(/"app_/);
    for (const { name, columns, key, grain } of tables) {
      const columnNames = columns.map((column) => column.name);
      expect(key.length, `columns of the key of ${name}`).toBeGreaterThan(0);
      const unknown = key.filter((column) => !columnNames.includes(column));
      expect(unknown, `columns of the key of ${name} that the table lacks`).toEqual([]);
      expect(grain, `the comment of table ${name}`).toMatch(/^One row per /);
    }
  });

  it("has the lineage of tables, both ways", () => {
    const day = named.get("fct_eth_validator_performance_daily");
    expect(day).toMatchObject({
      layer: "fct",
      chain: "eth",
      view: "eth_validator_performance_daily",
      fedBy: { kind: "model" },
    });
    expect(day?.key).toEqual(["network", "day_type", "validator_index", "day"]);
    expect(day?.readBy.tables).toContain("fct_eth_entity_performance_daily");
    expect(day?.readBy.views).toContain("view_eth_validator_performance_period");
    expect(day?.readBy.operations).toContain("validatorEffectiveness");
    expect(named.get("fct_eth_entity_performance_daily")?.reads).toContain(
      "fct_eth_validator_performance_daily",
    );
    expect(named.get("raw_eth_block")).toMatchObject({ fedBy: { kind: "topic", name: "block" }, reads: [] });
    for (const table of tables)
      for (const read of table.reads)
        if (read !== table.name)
          expect(
            named.get(read)?.readBy.tables,
            `${table.name} reads ${read}, whose \`readBy.tables\` is`,
          ).toContain(table.name);
  });
});

describe("the site", () => {
  const site = loadSite("/validators");

  it("has every page once in its navigation, and every page a title and one main heading", () => {
    const shown = site.navigation.flatMap(({ pages }) => pages.map(({ path }) => path));
    expect([...shown].sort(), "pages of the navigation, against files of docs/").toEqual(
      [...site.pages.keys()].sort(),
    );
    expect(new Set(shown).size, "different pages of the navigation").toBe(shown.length);
    for (const page of site.pages.values()) {
      const { html, sections } = page.render();
      const main = sections.filter(({ depth }) => depth === 1).map(({ heading }) => heading);
      expect(main, `${page.file}: main headings (\`# …\`)`).toHaveLength(1);
      expect(page.title, `${page.file}: the title, against the first heading`).toBe(sections[0]?.heading);
      const unsafe = /<script|<style| style=| on\w+=|javascript:/i.exec(html)?.[0];
      expect(unsafe, `${page.file}: HTML that runs or styles`).toBeUndefined();
    }
  });

  it("links to its own pages below a proxy's path", () => {
    const { html } = site.pages.get("")?.render() ?? { html: "" };
    expect(html).toContain('href="/validators/docs/quick-start"');
    expect(html).toContain('href="/validators/docs/security"');
    expect(html).toContain('href="/validators/openapi.json"');
    expect(html).not.toContain('.md"');
  });

  it("finds sections by their words, matches in the heading first", () => {
    const search = createSearch(site, "/validators");
    const [first] = search("proposal_slot");
    expect(first).toMatchObject({
      heading: "fct_eth_proposal_slot",
      href: "/validators/docs/warehouse/eth#fct_eth_proposal_slot",
    });
    expect(search("no such words at all zzz")).toEqual([]);
    expect(search("  ")).toEqual([]);
    expect(search("a".repeat(1_000_000))).toEqual([]);
  });
});

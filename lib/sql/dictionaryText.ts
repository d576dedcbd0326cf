/** The data dictionary as pages of Markdown: docs/warehouse.md, and a page of columns for each family of chains. */
import { familyTitles } from "../families.ts";
import type {
  Dictionary,
  DictionaryExample,
  DictionaryFunction,
  DictionaryTable,
  DictionaryView,
} from "./dictionary.ts";

const made =
  "<!-- Made by `npx validator-analytics dictionary --out docs`: edit the comments in sql/, not this file. -->";
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("\n", " ");
const code = (text: string) => `\`${text}\``;
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(header), row(header.map(() => "---")), ...rows.map((cells) => row(cells))].join("\n");
}

const block = (sql: string) => `\`\`\`sql\n${sql}\n\`\`\``;
const capital = (text: string) => text.replace(/^./, (first) => first.toUpperCase());

/** A table's place on the page of its family. */
const linkTo = (name: string, chain: string, from: "overview" | "chain") =>
  `[${code(name)}](${from === "overview" ? `warehouse/${chain}.md` : ""}#${name})`;

function fedBy({ fedBy: { kind, name }, chain, reads }: DictionaryTable): string {
  if (kind === "topic") return `from the topic ${code(`${chain === "cosmos" ? "<chain>" : chain}.${name}`)}`;
  if (kind === "model")
    return `by its model, of ${reads.map((read) => linkTo(read, chain, "chain")).join(", ")}`;
  const by = { ingest: "the listener", transform: "`transform`", serve: "the API", cli: "the command line" }[
    name
  ];
  return `by ${by ?? name}`;
}

function columnRows({ columns, key }: DictionaryTable): string[][] {
  return columns.map((column) => [
    code(column.name) + (key.includes(column.name) ? " *" : ""),
    code(cell(column.type)),
    cell(column.comment) +
      (column.default?.kind === "alias" ? ` (${code(cell(column.default.expression))})` : ""),
  ]);
}

function tableSection(dictionary: Dictionary, each: DictionaryTable): string {
  const { readBy } = each;
  const chains = new Map(dictionary.tables.map(({ name, chain }) => [name, chain]));
  const readers = [
    ...readBy.tables.map((name) => linkTo(name, chains.get(name) ?? each.chain, "chain")),
    ...readBy.views.map((name) => `[${code(name)}](../warehouse.md#${name})`),
  ];
  const facts = [
    `- Read it as ${each.view === null ? `${code(`${each.name} final`)}` : code(each.view)}`,
    `- Key: ${each.key.map(code).join(", ")}${each.partition === null ? "" : `; partitions: ${code(each.partition)}`}`,
    `- Kept ${each.keep.meaning.replace(/<CHAIN>\S*DAYS/, (setting) => code(setting))}; written ${fedBy(each)}`,
    ...(readers.length === 0 ? [] : [`- Made of it: ${readers.join(", ")}`]),
    ...(readBy.operations.length === 0 ? [] : [`- Answers: ${readBy.operations.map(code).join(", ")}`]),
  ];
  return [
    `## ${each.name}`,
    `${capital(each.grain)}.`,
    facts.join("\n"),
    table(["column", "type", "meaning"], columnRows(each)),
  ].join("\n\n");
}

function chainPage(dictionary: Dictionary, chain: string): string {
  const own = dictionary.tables.filter((each) => each.chain === chain);
  return `${[
    `# Tables of ${familyTitles[chain] ?? chain}`,
    made,
    `Columns of the key have a star. [The warehouse](../warehouse.md) says how to read them, and has questions to begin with.`,
    ...own.map((each) => tableSection(dictionary, each)),
  ].join("\n\n")}\n`;
}

function chainTables(tables: readonly DictionaryTable[], chain: string): string {
  const rows = tables
    .filter((each) => each.chain === chain)
    .map((each) => [
      linkTo(each.name, chain, "overview"),
      each.view === null ? "" : code(each.view),
      cell(each.grain.replace(/^One row per /, "")),
    ]);
  return `### ${familyTitles[chain] ?? chain}\n\n${table(["table", "view", "one row per"], rows)}`;
}

const about = (text: string) => text.replaceAll("\n", " ");

function exampleSection({ question, notes, sql }: DictionaryExample): string {
  return [`#### ${question}`, ...(notes === "" ? [] : [about(notes)]), block(sql)].join("\n\n");
}

function examplesOf({ examples }: Dictionary): string[] {
  const chains = [...new Set(examples.map(({ chain }) => chain))];
  const order = [...Object.keys(familyTitles), "all"];
  chains.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  return chains.flatMap((chain) => [
    `### Questions about ${familyTitles[chain] ?? "every network"}`,
    ...examples.filter((each) => each.chain === chain).map(exampleSection),
  ]);
}

function viewSection(view: DictionaryView): string {
  return [`### ${view.name}`, `${capital(view.grain)}. ${about(view.about)}`, block(view.example)].join(
    "\n\n",
  );
}

function functionRow({ name, arguments: names, about: text, example }: DictionaryFunction): string[] {
  return [code(`${name}(${names.join(", ")})`), cell(about(text)), code(cell(about(example)))];
}

const introduction = `Every answer of the API is read from the warehouse, and everything in the warehouse is computed from data that a node returned.
Tables are \`ReplacingMergeTree\`: a row may be stored twice until parts are merged, and the one with the higher version counts. Read a table with \`final\`, or
through its view, which adds it. Every table of a chain has the column \`network\`, the first column of its key. Filter by it, and by as many further columns of
the key as you can: the engine then reads only the matching rows.

| layer  | holds                                                                        |
| ------ | ---------------------------------------------------------------------------- |
| \`raw_\` | facts as a node returned them                                                |
| \`int_\` | intermediate results: complete heights and days, sums that others build on   |
| \`dim_\` | dimensions: networks, validators, tokens, rules                              |
| \`fct_\` | results: performance, rewards, states, checks                                |

A table's view is its name without the layer (\`fct_eth_block\`: \`eth_block\`); of the layers in between and of raw facts only some have one. Views cost
nothing but the planning of a statement: the key prunes through them. Null is unknown, never nothing; \`is_complete\` says that a day will not change any more
(days of which it is 0 are still being made). The unit of an amount is the last word of its column's name (\`balance_gwei\`), or else the
column's comment names it: wei on Polygon, lovelace on Cardano, base units of \`dim_cosmos_network.denomination\` on chains of the CometBFT family. Shares of
EigenLayer are in the smallest unit of their strategy.`;

/** The pages by their path below docs/. */
export function dictionaryPages(dictionary: Dictionary): Map<string, string> {
  const chains = Object.keys(familyTitles).filter((chain) =>
    dictionary.tables.some((each) => each.chain === chain),
  );
  const overview = [
    "# The warehouse",
    made,
    introduction,
    "## Tables",
    ...chains.map((chain) => chainTables(dictionary.tables, chain)),
    "## Questions",
    "Each of these is a file of `sql/examples`, and a test runs it on rows whose answer is known. Put the name of your network in the place of `mainnet`.",
    ...examplesOf(dictionary),
    "## Views with parameters",
    "A view with parameters is read like a function, all of them named.",
    ...dictionary.views.map(viewSection),
    "## Functions",
    table(["function", "what it is", "true of it"], dictionary.functions.map(functionRow)),
  ];
  return new Map([
    ["warehouse.md", `${overview.join("\n\n")}\n`],
    ...chains.map((chain): [string, string] => [`warehouse/${chain}.md`, chainPage(dictionary, chain)]),
  ]);
}

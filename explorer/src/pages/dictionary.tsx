/** The data dictionary: tables, views, functions and example questions, with a full-text filter. */
import type { ComponentChildren } from "preact";
import { href } from "../address.ts";
import { dictionaryAddress, useDictionary } from "../api/dictionary.ts";
import type { Dictionary, DictionaryTable } from "../api/dictionaryTypes.ts";
import {
  chainsOf,
  chosenChain,
  DictionaryFilter,
  docsHref,
  entryHref,
  isMeant,
  questionName,
  searched,
} from "../parts/dictionary.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { TableFrame } from "../parts/table.tsx";

const layers: Readonly<Record<DictionaryTable["layer"], string>> = {
  fct: "facts",
  dim: "what things are",
  int: "in between",
  raw: "as it was read",
};

const tableTexts = ({ name, view, grain, columns }: DictionaryTable) => [
  name,
  view ?? "",
  grain,
  ...columns.flatMap((column) => [column.name, column.comment]),
];

/** Columns that match the search; empty if the table itself matches. */
function columnsFound({ name, view, grain, columns }: DictionaryTable): string[] {
  const words = searched();
  if (words === "" || [name, view, grain].join("\n").toLowerCase().includes(words)) return [];
  return columns
    .filter((column) => `${column.name}\n${column.comment}`.toLowerCase().includes(words))
    .map((column) => column.name);
}

type ListProps = { id: string; title: string; heads: readonly string[]; children: ComponentChildren[] };

function List({ id, title, heads, children }: ListProps) {
  if (children.length === 0) return null;
  return (
    <section class="card" aria-label={title} data-dictionary={id}>
      <header class="card-head">
        <h2>
          {title} <small>{children.length}</small>
        </h2>
      </header>
      <TableFrame label={`${title}, table`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </TableFrame>
    </section>
  );
}

function Entries({ dictionary }: { dictionary: Dictionary }) {
  const tables = dictionary.tables.filter((table) => isMeant(table.chain, tableTexts(table)));
  const views = dictionary.views.filter(({ chain, name, grain, about }) =>
    isMeant(chain, [name, grain, about]),
  );
  const questions = dictionary.examples.filter(({ chain, name, question, notes }) =>
    isMeant(chain, [name, question, notes]),
  );
  // Functions are of no chain.
  const functions = dictionary.functions.filter(
    ({ name, about }) => chosenChain() === "" && isMeant("", [name, about]),
  );
  if (tables.length + views.length + questions.length + functions.length === 0)
    return <Empty title="No match">Try another word or another chain.</Empty>;
  return (
    <div class="stacked">
      <List id="tables" title="Tables" heads={["Table", "Chain", "Layer", "A row is", "Columns"]}>
        {tables.map((table) => {
          const matches = columnsFound(table);
          return (
            <tr key={table.name}>
              <th scope="row">
                <a href={entryHref("tables", table.name)}>
                  <code>{table.view ?? table.name}</code>
                </a>
              </th>
              <td>{table.chain}</td>
              <td>{layers[table.layer]}</td>
              <td class="prose">
                {table.grain}
                {matches.length > 0 && (
                  <>
                    {" "}
                    <small>in {matches.join(", ")}</small>
                  </>
                )}
              </td>
              <td class="number">{table.columns.length}</td>
            </tr>
          );
        })}
      </List>
      <List id="views" title="Views with parameters" heads={["View", "Chain", "A row is"]}>
        {views.map(({ name, chain, grain }) => (
          <tr key={name}>
            <th scope="row">
              <a href={entryHref("views", name)}>
                <code>{name}</code>
              </a>
            </th>
            <td>{chain}</td>
            <td class="prose">{grain}</td>
          </tr>
        ))}
      </List>
      <List id="questions" title="Example questions" heads={["Question", "Chain"]}>
        {questions.map((example) => (
          <tr key={questionName(example)}>
            <th scope="row" class="prose">
              <a href={entryHref("questions", questionName(example))}>{example.question}</a>
            </th>
            <td>{example.chain}</td>
          </tr>
        ))}
      </List>
      <List id="functions" title="Functions" heads={["Function", "What it answers"]}>
        {functions.map(({ name, about, arguments: given }) => (
          <tr key={name}>
            <th scope="row">
              <code>
                {name}({given.join(", ")})
              </code>
            </th>
            <td class="prose">{about}</td>
          </tr>
        ))}
      </List>
    </div>
  );
}

export function DictionaryPage() {
  const answer = useDictionary();
  return (
    <>
      <header class="page-head">
        <h1>Data dictionary</h1>
        <p class="muted">
          Tables, views and functions of the warehouse, and their dependencies.{" "}
          <a href={href(["sql"])}>Query them with SQL</a>, or read the{" "}
          <a href={docsHref("/warehouse")} data-leaves>
            documentation
          </a>
          , or take it{" "}
          <a href={dictionaryAddress} data-leaves>
            as JSON
          </a>
          .
        </p>
      </header>
      <Answered answer={answer} lines={12}>
        {(dictionary) => (
          <>
            <DictionaryFilter label="Search tables, columns, questions" chains={chainsOf(dictionary)} />
            <Entries dictionary={dictionary} />
          </>
        )}
      </Answered>
    </>
  );
}

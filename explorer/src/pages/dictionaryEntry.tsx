/** One entry of the data dictionary: a table with its columns and lineage, a view, a question. */
import type { ComponentChildren } from "preact";
import { href } from "../address.ts";
import { dictionaryAddress, unitOf, useDictionary } from "../api/dictionary.ts";
import type { Dictionary, DictionaryTable, DictionaryView } from "../api/dictionaryTypes.ts";
import { Code, docsHref, entryHref, Names, Question, questionName } from "../parts/dictionary.tsx";
import { Answered } from "../parts/states.tsx";
import { TableFrame } from "../parts/table.tsx";
import { LostPage } from "./lost.tsx";

const toTable = (name: string) => entryHref("tables", name);

function Card({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-label={title} data-dictionary={id}>
      <header class="card-head">
        <h2>{title}</h2>
      </header>
      {children}
    </section>
  );
}

function Head({ name, chain, about }: { name: string; chain: string; about: string }) {
  return (
    <header class="page-head">
      <p>
        <a href={href(["dictionary"])}>Data dictionary</a>
      </p>
      <div class="page-title">
        <h1>{name}</h1>
        <span class="chip">{chain}</span>
      </div>
      <p class="muted">{about}</p>
    </header>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl class="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function writtenBy({ fedBy }: DictionaryTable): string {
  if (fedBy.kind === "topic") return `nodes, through the topic ${fedBy.name}`;
  return fedBy.kind === "model" ? "its model" : fedBy.name;
}

function Columns({ table }: { table: DictionaryTable }) {
  return (
    <Card id="columns" title="Columns">
      <TableFrame label="Columns, table" isWhole>
        <thead>
          <tr>
            {["Column", "Type", "Unit", "Meaning"].map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.columns.map(({ name, type, comment }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
                {table.key.includes(name) && <span class="chip key-chip">key</span>}
              </th>
              <td class="type">
                <code>{type}</code>
              </td>
              <td>{unitOf(name) ?? "–"}</td>
              <td class="prose">{comment}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </Card>
  );
}

function Lineage({ table }: { table: DictionaryTable }) {
  const { reads, readBy } = table;
  return (
    <Card id="lineage" title="Dependencies">
      <Facts
        facts={[
          ["Computed from", <Names key="of" names={reads} to={toTable} />],
          ["Tables computed from it", <Names key="tables" names={readBy.tables} to={toTable} />],
          [
            "Views that read it",
            <Names key="views" names={readBy.views} to={(name) => entryHref("views", name)} />,
          ],
          [
            "Questions that read it",
            <Names key="questions" names={readBy.examples} to={(name) => entryHref("questions", name)} />,
          ],
          ["Operations of the API that answer from it", <Names key="api" names={readBy.operations} />],
        ]}
      />
      {readBy.operations.length > 0 && (
        <p class="muted">
          The{" "}
          <a href={docsHref("/api")} data-leaves>
            API reference
          </a>{" "}
          has the operations.
        </p>
      )}
    </Card>
  );
}

function TablePage({ table, dictionary }: { table: DictionaryTable; dictionary: Dictionary }) {
  const questions = dictionary.examples.filter((example) =>
    table.readBy.examples.includes(questionName(example)),
  );
  const readAs = table.view ?? `${table.name} final`;
  return (
    <>
      <Head name={table.name} chain={table.chain} about={table.grain} />
      <div class="stacked">
        <Card id="facts" title="Table">
          <Facts
            facts={[
              ["Read it as", <code key="as">{readAs}</code>],
              ["Key", <code key="key">{table.key.join(", ")}</code>],
              ["Partitions", <code key="partition">{table.partition ?? "–"}</code>],
              ["Kept", table.keep.meaning],
              ["Written by", writtenBy(table)],
            ]}
          />
          <Code text={`select * from ${readAs} limit 10`} label="Copy SQL" />
        </Card>
        <Lineage table={table} />
        <Columns table={table} />
        {questions.map((example) => (
          <Question key={questionName(example)} example={example} />
        ))}
      </div>
    </>
  );
}

function ViewPage({ view }: { view: DictionaryView }) {
  return (
    <>
      <Head name={view.name} chain={view.chain} about={view.grain} />
      <div class="stacked">
        <Card id="facts" title="View with parameters">
          <p class="notice">{view.about}</p>
          <Facts
            facts={[
              ...view.parameters.map(({ name, type }) => [name, <code key={name}>{type}</code>] as const),
              ["Computed from", <Names key="of" names={view.reads} to={toTable} />],
            ]}
          />
          <Code text={view.example} label="Copy SQL" />
        </Card>
      </div>
    </>
  );
}

function Entry({ kind, name, dictionary }: { kind: string; name: string; dictionary: Dictionary }) {
  const named = <One extends { name: string }>(entries: readonly One[]) =>
    entries.find((entry) => entry.name === name);
  const table = kind === "tables" ? named(dictionary.tables) : undefined;
  if (table !== undefined) return <TablePage table={table} dictionary={dictionary} />;
  const view = kind === "views" ? named(dictionary.views) : undefined;
  if (view !== undefined) return <ViewPage view={view} />;
  const example =
    kind === "questions" ? dictionary.examples.find((one) => questionName(one) === name) : undefined;
  if (example === undefined) return <LostPage />;
  return (
    <>
      <Head name={example.question} chain={example.chain} about="Example question" />
      <Question example={example} isOpen />
    </>
  );
}

export function EntryPage({ kind, name }: { kind: string; name: string }) {
  const answer = useDictionary();
  return (
    <>
      <Answered answer={answer} lines={12}>
        {(dictionary) => <Entry kind={kind} name={name} dictionary={dictionary} />}
      </Answered>
      <p class="muted source">
        From{" "}
        <a href={dictionaryAddress} data-leaves>
          dictionary.json
        </a>
      </p>
    </>
  );
}

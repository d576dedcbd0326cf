/** Shared by the data dictionary's pages: the filter, example questions, and links between tables and their sources. */
import type { ComponentChildren } from "preact";
import { basePath, go, href, hrefWith, query } from "../address.ts";
import type { Dictionary, DictionaryExample } from "../api/dictionaryTypes.ts";
import { CopyButton } from "./copy.tsx";

export const searched = () => (query.value.get("q") ?? "").trim().toLowerCase();
export const chosenChain = () => query.value.get("chain") ?? "";

/** Whether a chain is meant, and all words of the search are somewhere in the texts. */
export function isMeant(chain: string, texts: readonly string[]): boolean {
  const chosen = chosenChain();
  if (chosen !== "" && chain !== chosen) return false;
  const whole = texts.join("\n").toLowerCase();
  return searched()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

export const chainsOf = ({ tables, examples }: Dictionary) =>
  [...new Set([...tables, ...examples].map(({ chain }) => chain))].sort();

export function DictionaryFilter({ label, chains }: { label: string; chains: readonly string[] }) {
  const change = (values: Record<string, string>) => go(hrefWith(values), { replaces: true });
  return (
    <search class="bar">
      <input
        type="search"
        data-search
        class="wide"
        maxLength={100}
        aria-label={label}
        placeholder={label}
        value={query.value.get("q") ?? ""}
        onInput={({ currentTarget }) => change({ q: currentTarget.value })}
      />
      <select
        aria-label="Chain"
        value={chosenChain()}
        onChange={({ currentTarget }) => change({ chain: currentTarget.value })}
      >
        <option value="">All chains</option>
        {chains.map((chain) => (
          <option key={chain} value={chain}>
            {chain === "all" ? "over all chains" : chain}
          </option>
        ))}
      </select>
    </search>
  );
}

/** Where an entry of the dictionary has its page. */
export const entryHref = (kind: "tables" | "views" | "questions", name: string) =>
  href(["dictionary", kind, ...name.split("/")]);

/** Questions of several chains have the same name. */
export const questionName = ({ chain, name }: Pick<DictionaryExample, "chain" | "name">) =>
  `${chain}/${name}`;

export function Names({ names, to }: { names: readonly string[]; to?: (name: string) => string }) {
  if (names.length === 0) return <span class="muted">–</span>;
  return (
    <ul class="names">
      {names.map((name) => (
        <li key={name}>
          {to === undefined ? (
            <code>{name}</code>
          ) : (
            <a href={to(name)}>
              <code>{name}</code>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A text for a program, with a copy button. */
export function Code({
  text,
  label,
  children,
}: {
  text: string;
  label: string;
  children?: ComponentChildren;
}) {
  return (
    <div class="code">
      <div class="tools">
        {children}
        <CopyButton text={text} label={label} />
      </div>
      <pre>{text}</pre>
    </div>
  );
}

export function Question({ example, isOpen = false }: { example: DictionaryExample; isOpen?: boolean }) {
  const { chain, question, notes, sql, reads } = example;
  return (
    <details class="card question" open={isOpen} data-question={questionName(example)}>
      <summary>
        <span class="question-text">{question}</span> <span class="chip">{chain}</span>
      </summary>
      {notes && <p class="muted">{notes}</p>}
      <Code text={sql} label="Copy SQL" />
      <p class="labelled">Reads</p>
      <Names names={reads} to={(table) => entryHref("tables", table)} />
    </details>
  );
}

export const docsHref = (page: string) => `${basePath}/docs${page}`;

/** Validators, operators, pools or delegators of a network: searched, sorted, filtered, paged, and picked for a comparison. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { go, href, hrefWith, query } from "../address.ts";
import { type Row, useAnswer } from "../api/answers.ts";
import { askedNetwork } from "../api/networks.ts";
import { type SubjectQuery, type SubjectRow, subjectsCall, summaryCall } from "../api/subjects.ts";
import { count, exactText, isNumeric, shortText, unitText } from "../format/units.ts";
import type { Kind, ListedField, Network, SortField } from "../networks/describe.ts";
import { listedColumns } from "../networks/listed.ts";
import { Behind } from "../parts/behind.tsx";
import { Identifier } from "../parts/copy.tsx";
import { chosenWindow, Tiles, WindowPicker } from "../parts/facts.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { TableFrame } from "../parts/table.tsx";

const pageRows = 50;
export const comparedMost = 8;

type Asked = Required<Pick<SubjectQuery, "sortBy" | "sortOrder" | "offset">> & {
  search: string;
  status: string;
};

/** What the address asks for. */
function asked(kind: Kind): Asked {
  const { value } = query;
  const sortBy = kind.sorts.find((name) => name === value.get("sort")) ?? kind.sorts[0] ?? "id";
  const usual = sortBy === "name" || sortBy === "id" ? "asc" : "desc";
  const order = value.get("order");
  const offset = Number(value.get("offset"));
  return {
    sortBy,
    sortOrder: order === "asc" || order === "desc" ? order : usual,
    search: value.get("search") ?? "",
    status: value.get("status") ?? "",
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  };
}

const picked = () => query.value.getAll("id");

function Search({ text, many }: { text: string; many: string }) {
  const input = useRef<HTMLInputElement>(null);
  // Going back changes the address, not what stands in the field.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = text;
  }, [text]);
  const submit = (event: Event) => {
    event.preventDefault();
    go(hrefWith({ search: input.current?.value.trim() ?? "", offset: undefined }));
  };
  return (
    <search class="search-place">
      <form class="search" onSubmit={submit}>
        <input
          ref={input}
          type="search"
          data-search
          maxLength={100}
          defaultValue={text}
          aria-label={`Search ${many.toLowerCase()}`}
          placeholder="Id, key or part of a name"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

function SortHead({
  field,
  symbol,
  kind,
  now,
}: {
  field: ListedField;
  symbol: string;
  kind: Kind;
  now: Asked;
}) {
  const { label, unit, sort, about } = listedColumns[field];
  const behind = unitText(unit(symbol));
  const style = isNumeric(unit(symbol)) ? "number" : undefined;
  const text = (
    <>
      {label} {behind && <small>{behind}</small>}
    </>
  );
  if (sort === undefined || !kind.sorts.includes(sort))
    return (
      <th scope="col" class={style} title={about}>
        {text}
      </th>
    );
  return (
    <th scope="col" class={style} title={about} aria-sort={sortOf(sort, now)}>
      <SortLink sort={sort} now={now}>
        {text}
      </SortLink>
    </th>
  );
}

const sortOf = (sort: SortField, now: Asked) =>
  sort !== now.sortBy ? undefined : now.sortOrder === "asc" ? "ascending" : "descending";

function SortLink({ sort, now, children }: { sort: SortField; now: Asked; children: ComponentChildren }) {
  const isSorted = sort === now.sortBy;
  const usual = sort === "name" || sort === "id" ? "asc" : "desc";
  const order = isSorted ? (now.sortOrder === "asc" ? "desc" : "asc") : usual;
  return (
    <a class="sort" href={hrefWith({ sort, order, offset: undefined })}>
      {children}
      <span aria-hidden="true">{isSorted ? (now.sortOrder === "asc" ? " ↑" : " ↓") : ""}</span>
    </a>
  );
}

function Pick({ row }: { row: SubjectRow }) {
  const ids = picked();
  const isPicked = ids.includes(row.id);
  const change = () => {
    const others = ids.filter((one) => one !== row.id);
    go(hrefWith({ id: isPicked ? others : [...others, row.id] }), { replaces: true });
  };
  return (
    <input
      type="checkbox"
      checked={isPicked}
      disabled={!isPicked && ids.length >= comparedMost}
      onChange={change}
      aria-label={`Compare ${row.name ?? row.id}`}
    />
  );
}

function SubjectRows({
  network,
  kind,
  rows,
  now,
}: {
  network: Network;
  kind: Kind;
  rows: SubjectRow[];
  now: Asked;
}) {
  const symbol = network.symbol;
  return (
    <TableFrame label={`${kind.many}, table`} isWhole>
      <thead>
        <tr>
          <th scope="col" class="pick">
            <span class="visually-hidden">Compare</span>
          </th>
          <th scope="col" aria-sort={sortOf("name", now) ?? sortOf("id", now)}>
            {kind.sorts.includes("name") ? (
              <SortLink sort="name" now={now}>
                {kind.one}
              </SortLink>
            ) : (
              kind.one
            )}
          </th>
          {kind.listed.map((field) => (
            <SortHead key={field} field={field} symbol={symbol} kind={kind} now={now} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td class="pick">
              <Pick row={row} />
            </td>
            <th scope="row">
              <a
                class="subject-link"
                href={href([network.id, kind.path, row.id], { network: askedNetwork() })}
              >
                {row.name && <span class="subject-name">{row.name}</span>}
                {row.name !== row.id && <Identifier value={String(row.id)} />}
              </a>
            </th>
            {kind.listed.map((field) => {
              const unit = listedColumns[field].unit(symbol);
              return (
                <td
                  key={field}
                  class={isNumeric(unit) ? "number" : undefined}
                  title={isNumeric(unit) ? exactText(row[field], unit) : undefined}
                >
                  {shortText(row[field], unit, true)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function Pages({
  offset,
  rows,
  hasNext,
  total,
}: {
  offset: number;
  rows: number;
  hasNext: boolean;
  total: number | undefined;
}) {
  const numbered = (value: number) => value.toLocaleString("en");
  return (
    <nav class="pages" aria-label="Pages">
      <span class="muted">
        {numbered(offset + 1)}–{numbered(offset + rows)}
        {total === undefined ? "" : ` of ${numbered(total)}`}
      </span>
      {offset > 0 && (
        <a
          class="button"
          rel="prev"
          href={hrefWith({ offset: offset > pageRows ? String(offset - pageRows) : undefined })}
        >
          Previous
        </a>
      )}
      {hasNext && (
        <a class="button" rel="next" href={hrefWith({ offset: String(offset + pageRows) })}>
          Next
        </a>
      )}
    </nav>
  );
}

function Compare({ network, kind }: { network: Network; kind: Kind }) {
  const ids = picked();
  if (ids.length === 0) return null;
  const to = href([network.id, "compare"], { network: askedNetwork(), kind: kind.id, id: ids });
  return (
    <div class="compare-bar" role="status">
      <span>
        {ids.length} of at most {comparedMost} picked
      </span>
      <a href={hrefWith({ id: [] })}>Clear</a>
      <a class="button primary" href={to}>
        Compare
      </a>
    </div>
  );
}

/** What all of the kind come to; a list is one without it, too. */
function Summary({ network, kind }: { network: Network; kind: Kind }) {
  const asked = useAnswer<Row>(summaryCall(network, kind, chosenWindow()));
  if (asked.state !== "ready") return null;
  const fields = kind.listed.filter(
    (field) => field !== "status" && field !== "commission" && field !== "lastDay",
  );
  const columns = fields.map((field) => {
    const { label, unit } = listedColumns[field];
    return { field, label, unit: unit(network.symbol) };
  });
  return (
    <Tiles columns={[{ field: "subjects", label: kind.many, unit: count }, ...columns]} row={asked.body} />
  );
}

export function ListPage({ network, kind }: { network: Network; kind: Kind }) {
  const now = asked(kind);
  const call = subjectsCall(network, kind, {
    search: now.search || undefined,
    sortBy: now.sortBy,
    sortOrder: now.sortOrder,
    status: now.status || undefined,
    window: chosenWindow(),
    limit: pageRows,
    offset: now.offset,
  });
  const answer = useAnswer<{ results: Row[]; next: string | null }>(call);
  return (
    <>
      <NetworkHead network={network} />
      <div class="bar">
        <Search text={now.search} many={kind.many} />
        {kind.statuses && (
          <label class="labelled">
            Status{" "}
            <select
              value={now.status}
              onChange={({ currentTarget }) =>
                go(hrefWith({ status: currentTarget.value, offset: undefined }))
              }
            >
              <option value="">any</option>
              {kind.statuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </label>
        )}
        <WindowPicker />
      </div>
      <section class="card" aria-label={kind.many}>
        <header class="card-head">
          <h2>{kind.many}</h2>
          <Behind calls={[call]} name={`${network.id}-${kind.path}`} />
        </header>
        <Summary network={network} kind={kind} />
        <Answered asked={answer} lines={10}>
          {({ results, next }) =>
            results.length === 0 ? (
              <Empty
                title={
                  now.search === ""
                    ? `No ${kind.many.toLowerCase()} yet`
                    : `Nothing is found for “${now.search}”`
                }
              >
                {now.search !== "" && (
                  <a href={hrefWith({ search: undefined, offset: undefined })}>Show all</a>
                )}
              </Empty>
            ) : (
              <>
                <SubjectRows network={network} kind={kind} rows={results as SubjectRow[]} now={now} />
                <Pages
                  offset={now.offset}
                  rows={results.length}
                  hasNext={next !== null}
                  total={next === null ? now.offset + results.length : undefined}
                />
              </>
            )
          }
        </Answered>
      </section>
      <Compare network={network} kind={kind} />
    </>
  );
}

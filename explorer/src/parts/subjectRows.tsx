/** The rows of a list: sortable by their heads, selectable for a comparison. The state is in the URL. */
import type { ComponentChildren } from "preact";
import { go, href, hrefWith, query } from "../address.ts";
import { requestedNetwork } from "../api/networks.ts";
import type { SubjectQuery, SubjectRow } from "../api/subjects.ts";
import { exactText, isNumeric, shortText, unitText } from "../format/units.ts";
import type { Kind, ListedField, Network, SortField } from "../networks/describe.ts";
import { listedColumns } from "../networks/listed.ts";
import { Identifier } from "./copy.tsx";
import { TableFrame } from "./table.tsx";

/** More lines in one chart can't be distinguished. */
export const comparedMost = 8;

export type ListState = Required<Pick<SubjectQuery, "sortBy" | "sortOrder" | "offset">> & {
  search: string;
  status: string;
};

/** The list's filter, order and page, from the page's URL. */
export function listState(kind: Kind): ListState {
  const { value } = query;
  const sortBy = kind.sorts.find((name) => name === value.get("sort")) ?? kind.sorts[0] ?? "id";
  const usual = sortBy === "name" || sortBy === "id" ? "asc" : "desc";
  const order = value.get("order");
  const offset = Number(value.get("offset"));
  return {
    sortBy,
    sortOrder: order === "asc" || order === "desc" ? order : usual,
    search: value.get("search") ?? "",
    status: kind.statuses?.find((status) => status === value.get("status")) ?? "",
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  };
}

export const picked = () => query.value.getAll("id");

function SortHead({
  field,
  symbol,
  kind,
  now,
}: {
  field: ListedField;
  symbol: string;
  kind: Kind;
  now: ListState;
}) {
  const { label, unit, sort, about } = listedColumns[field];
  const suffix = unitText(unit(symbol));
  const style = isNumeric(unit(symbol)) ? "number" : undefined;
  const text = (
    <>
      {label} {suffix && <small>{suffix}</small>}
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

const sortOf = (sort: SortField, now: ListState) =>
  sort !== now.sortBy ? undefined : now.sortOrder === "asc" ? "ascending" : "descending";

function SortLink({ sort, now, children }: { sort: SortField; now: ListState; children: ComponentChildren }) {
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

export function SubjectRows({
  network,
  kind,
  rows,
  now,
}: {
  network: Network;
  kind: Kind;
  rows: SubjectRow[];
  now: ListState;
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
                href={href([network.id, kind.path, row.id], { network: requestedNetwork() })}
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

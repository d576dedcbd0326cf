/** Tables of records: scrolled sideways inside of themselves, so that a page never is. */
import type { ComponentChildren } from "preact";
import type { Row } from "../api/pages.ts";
import { fieldOf } from "../chart/data.ts";
import { exactText, isNumeric, unitText } from "../format/units.ts";
import type { Column } from "../networks/describe.ts";
import { Identifier } from "./copy.tsx";

type FrameProps = { label: string; isWhole?: boolean; children: ComponentChildren };

/** @param isWhole full height; other tables scroll above a maximum height */
export function TableFrame({ label, isWhole, children }: FrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section class={isWhole === true ? "table-frame whole" : "table-frame"} aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </section>
  );
}

export function Head({ label, unit, about }: Pick<Column, "label" | "unit" | "about">) {
  const suffix = unitText(unit);
  return (
    <th scope="col" class={isNumeric(unit) ? "number" : undefined} title={about}>
      {label} {suffix && <small>{suffix}</small>}
    </th>
  );
}

/** A value with all its digits; those after the fourth decimal place are muted. */
export function Exact({ value, unit }: { value: unknown; unit: Column["unit"] }) {
  const text = exactText(value, unit);
  if (unit.kind === "id" && typeof value === "string") return <Identifier value={text} />;
  const point = text.indexOf(".");
  if (!isNumeric(unit) || point < 0 || text.length - point <= 5) return <>{text}</>;
  return (
    <>
      {text.slice(0, point + 5)}
      <span class="tail">{text.slice(point + 5)}</span>
    </>
  );
}

const Linked = ({ to, children }: { to: string | undefined; children: ComponentChildren }) =>
  to === undefined ? children : <a href={to}>{children}</a>;

type RecordTableProps = {
  label: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Where a cell leads to; undefined: nowhere. */
  linkOf?: (field: string, row: Row) => string | undefined;
  isWhole?: boolean;
  /** Actions on a record, in the last column. */
  actions?: ((row: Row) => ComponentChildren) | undefined;
};

export function RecordTable({ label, columns, rows, linkOf, isWhole = false, actions }: RecordTableProps) {
  return (
    <TableFrame label={label} isWhole={isWhole}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Head key={column.field} {...column} />
          ))}
          {actions && (
            <th scope="col" class="actions">
              <span class="visually-hidden">Change</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {columns.map(({ field, unit }) => (
              <td key={field} class={isNumeric(unit) ? "number" : undefined}>
                <Linked to={linkOf?.(field, row)}>
                  <Exact value={fieldOf(row, field)} unit={unit} />
                </Linked>
              </td>
            ))}
            {actions && <td class="actions">{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** The tables of an explanation. */
import { exactText, height, unknown } from "../format/units.ts";
import type { Explanation } from "../networks/describe.ts";
import { Identifier } from "./copy.tsx";
import { Exact, TableFrame } from "./table.tsx";

type ExplainedNumber = Explanation["numbers"][number];
type Row = Explanation["rows"][number];

const decimal = { kind: "decimal" } as const;

type NumbersProps = {
  numbers: readonly ExplainedNumber[];
  chosen: string | undefined;
  addressOf(name: string): string;
};

const madeOf = ({ isSum, isComplete }: ExplainedNumber) =>
  `${isSum ? "sum of rows" : "of other numbers"}${isComplete ? "" : ", some missing"}`;

export function NumbersTable({ numbers, chosen, addressOf }: NumbersProps) {
  return (
    <TableFrame label="Numbers, table">
      <thead>
        <tr>
          <th scope="col">Number</th>
          <th scope="col" class="number">
            Value
          </th>
          <th scope="col">Unit</th>
          <th scope="col">Formula</th>
          <th scope="col">Computed from</th>
          <th scope="col">Source</th>
        </tr>
      </thead>
      <tbody>
        {numbers.map((number) => (
          <tr key={number.name} aria-current={number.name === chosen ? "true" : undefined}>
            <th scope="row">
              <a href={addressOf(number.name)}>{number.name}</a>
            </th>
            <td class="number">
              <Exact value={number.value} unit={decimal} />
            </td>
            <td>{number.unit}</td>
            <td class="wrapped">{number.formula}</td>
            <td>{madeOf(number)}</td>
            <td class="wrapped">{number.source}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

/** Hashes and addresses are cut in the middle, words aren't. */
const Named = ({ value }: { value: string | null }) =>
  value === null || value.includes(" ") ? (value ?? unknown) : <Identifier value={value} />;

/** Only columns with values are shown. */
const Wrapped = ({ children }: { children: string | null }) => (
  <td class={children === null ? undefined : "wrapped"}>{children ?? unknown}</td>
);

/** A row's contribution to the chosen number, or to each number that it counts for. */
function CountsFor({ row, number }: { row: Row; number: string | undefined }) {
  const own = row.countsFor.find((part) => part.number === number);
  if (own !== undefined) return <Exact value={own.amount} unit={decimal} />;
  const texts = row.countsFor.map((part) => `${part.number} ${exactText(part.amount, decimal)}`);
  if (texts.length <= 1) return texts[0] ?? unknown;
  return (
    <details>
      <summary>{texts.length} numbers</summary>
      {texts.join(", ")}
    </details>
  );
}

/** @param number that all rows count for; undefined: rows of all numbers */
export function RowsTable({ rows, number }: { rows: readonly Row[]; number: string | undefined }) {
  return (
    <TableFrame label="Rows, table" isWhole>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col">Where</th>
          <th scope="col">Block</th>
          <th scope="col">Transaction</th>
          <th scope="col">Expected</th>
          <th scope="col">Actual</th>
          <th scope="col" class="number">
            Amount
          </th>
          <th scope="col">Unit</th>
          <th scope="col">Counts for{number !== undefined && ` ${number}`}</th>
          <th scope="col">Which</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <td>{row.kind.replaceAll("_", " ")}</td>
            <td>
              {row.heightKind} {exactText(row.height, height)}
            </td>
            <td>
              <Named value={row.blockHash} />
            </td>
            <td>
              <Named value={row.transactionHash} />
            </td>
            <Wrapped>{row.expected}</Wrapped>
            <Wrapped>{row.actual}</Wrapped>
            <td class="number">
              <Exact value={row.amount} unit={decimal} />
            </td>
            <td>{row.unit ?? unknown}</td>
            <td class="wrapped">
              <CountsFor row={row} number={number} />
            </td>
            <td>
              <Named value={row.item} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

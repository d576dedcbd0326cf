/** Usage by day: the requests of all keys, by operation. */
import { useMemo } from "preact/hooks";
import { useRows } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import type { Row } from "../api/pages.ts";
import { type ChartData, type Sum, summedData } from "../chart/data.ts";
import { Plot } from "../chart/plot.tsx";
import { addDays } from "../format/days.ts";
import { count, date, exactText, id, text } from "../format/units.ts";
import type { Column } from "../networks/describe.ts";
import { AccountMonths, pageRows } from "./accountLists.tsx";
import { chosenRange } from "./range.tsx";
import { tablesShown, ViewSwitch } from "./section.tsx";
import { SourceLinks } from "./sourceLinks.tsx";
import { Answered, Empty } from "./states.tsx";
import { RecordTable, TableFrame } from "./table.tsx";

const usageColumns: readonly Column[] = [
  { field: "date", label: "Day", unit: date },
  { field: "keyId", label: "Key", unit: id },
  { field: "tier", label: "Tier", unit: text },
  { field: "operation", label: "Operation", unit: text },
  { field: "requests", label: "Requests", unit: count },
  { field: "clientErrors", label: "Errors 4xx", unit: count },
  { field: "serverErrors", label: "Errors 5xx", unit: count },
  { field: "refused", label: "Refused", unit: count, about: "Refused with 429 because of the key's limits" },
  { field: "computeUnits", label: "Compute units", unit: count },
];

/** More lines can't be distinguished; the last one holds all others. */
const operationsMost = 7;

/** The operations with most of a field, and one for the rest. */
function sumsByOperation(rows: readonly Row[], field: string): Sum[] {
  const totals = new Map<string, bigint>();
  for (const row of rows) {
    const name = String(row.operation);
    totals.set(name, (totals.get(name) ?? 0n) + BigInt(String(row[field] ?? 0)));
  }
  const names = [...totals.keys()].sort(
    (one, other) =>
      Number((totals.get(other) ?? 0n) - (totals.get(one) ?? 0n)) || one.localeCompare(other, "en"),
  );
  const shown = names.slice(0, operationsMost);
  const sums = shown.map((name) => ({
    label: name,
    of: (row: Row) => (row.operation === name ? row[field] : 0),
  }));
  if (names.length <= operationsMost) return sums;
  return [
    ...sums,
    {
      label: `${names.length - operationsMost} others`,
      of: (row) => (shown.includes(String(row.operation)) ? 0 : row[field]),
    },
  ];
}

const failures: readonly Sum[] = [
  { label: "Errors 4xx", of: (row) => row.clientErrors },
  { label: "Errors 5xx", of: (row) => row.serverErrors },
  { label: "Refused", of: (row) => row.refused },
];

const charts = [
  {
    id: "usage.requests",
    title: "Requests by operation",
    sums: (rows: readonly Row[]) => sumsByOperation(rows, "requests"),
  },
  {
    id: "usage.computeUnits",
    title: "Compute units by operation",
    sums: (rows: readonly Row[]) => sumsByOperation(rows, "computeUnits"),
  },
  { id: "usage.failures", title: "Errors and refusals", sums: () => failures },
] as const;

/** Days of which everything is known: the oldest of a list that was cut may lack records. */
function wholeDays(rows: readonly Row[], isCut: boolean): readonly Row[] {
  const oldest = rows.at(-1)?.date;
  return isCut ? rows.filter((row) => row.date !== oldest) : rows;
}

type ChartProps = { chart: (typeof charts)[number]; rows: readonly Row[]; isCut: boolean; call: Call };

function UsageChart({ chart, rows, isCut, call }: ChartProps) {
  const { id: name, title, sums } = chart;
  const data = useMemo(() => {
    const whole = wholeDays(rows, isCut);
    return summedData(whole, "date", sums(whole));
  }, [rows, isCut, sums]);
  return (
    <article class="card" aria-label={title} data-chart={name}>
      <header class="card-head">
        <h3>{title}</h3>
        <SourceLinks calls={[call]} name={name}>
          <ViewSwitch id={name} />
        </SourceLinks>
      </header>
      {tablesShown().includes(name) ? (
        <SumTable title={title} data={data} />
      ) : (
        <Plot title={title} data={data} unit={count} shape="stack" />
      )}
    </article>
  );
}

function SumTable({ title, data: { days, lines } }: { title: string; data: ChartData }) {
  const newestFirst = days.map((_, index) => days.length - 1 - index);
  return (
    <TableFrame label={`${title}, table`}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {lines.map(({ label }) => (
            <th scope="col" class="number" key={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {newestFirst.map((at) => (
          <tr key={days[at]}>
            <th scope="row">{days[at]}</th>
            {lines.map(({ label, exact }) => (
              <td class="number" key={label}>
                {exactText(exact[at], count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function usageCall(): Call {
  const { days } = chosenRange();
  const today = new Date().toISOString().slice(0, 10);
  return {
    path: "/v1/account/usage/daily",
    query: {
      fromDate: days === undefined ? undefined : addDays(today, 1 - days),
      sortOrder: "desc",
      limit: pageRows,
    },
  };
}

export function AccountUsage() {
  const call = usageCall();
  const answer = useRows(call);
  return (
    <>
      <section class="section" aria-label="Usage by day">
        <header class="section-head">
          <h2>Usage by day</h2>
          <p class="muted">Usage of all keys of the organization on all servers, a few seconds old.</p>
        </header>
        <Answered answer={answer} lines={6}>
          {({ rows, isCut }) =>
            rows.length === 0 ? (
              <Empty title="No usage in these days">Try another range of days.</Empty>
            ) : (
              <>
                {isCut && (
                  <p class="notice">
                    Only the newest {rows.length.toLocaleString("en")} records are shown; charts end with the
                    last day that is whole in them.
                  </p>
                )}
                <div class="cards">
                  {charts.map((chart) => (
                    <UsageChart key={chart.id} chart={chart} rows={rows} isCut={isCut} call={call} />
                  ))}
                </div>
                <section class="card listed" aria-label="Usage by day, key and operation" data-account="days">
                  <header class="card-head">
                    <h3>By day, key and operation</h3>
                    <SourceLinks calls={[call]} name="usage-by-day" />
                  </header>
                  <RecordTable
                    label="Usage by day, key and operation, table"
                    columns={usageColumns}
                    rows={rows}
                  />
                </section>
              </>
            )
          }
        </Answered>
      </section>
      <AccountMonths />
    </>
  );
}

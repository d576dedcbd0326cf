/** Up to eight of a kind side by side: what the lists say of them, and each number over time as a line of each. */
import { useMemo } from "preact/hooks";
import { href, hrefWith, query } from "../address.ts";
import { type Row, useRowsOf } from "../api/answers.ts";
import { askedNetwork, chosenNetwork, daysOf, useNetworks } from "../api/networks.ts";
import { rowOf, type SubjectRow, subjectCall } from "../api/subjects.ts";
import { type ChartData, columnOf, fieldOf } from "../chart/data.ts";
import { Plot } from "../chart/plot.tsx";
import { chartNumber, exactText, isNumeric, shortText, unitText } from "../format/units.ts";
import { type Column, type Kind, type Network, paramsOf, type Section } from "../networks/describe.ts";
import { listedColumns } from "../networks/listed.ts";
import { Behind } from "../parts/behind.tsx";
import { Identifier } from "../parts/copy.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { RangePicker } from "../parts/range.tsx";
import { sectionCall, tablesShown, ViewSwitch } from "../parts/section.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { comparedMost } from "../parts/subjectRows.tsx";
import { Exact, Head, TableFrame } from "../parts/table.tsx";

function shortName(row: SubjectRow | undefined, id: string, kind: Kind | undefined): string {
  if (row?.name) return row.name;
  // A number alone would be read as a part of the value behind it.
  if (/^\d+$/.test(id)) return `${kind?.one ?? ""} ${id}`.trim();
  return id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id;
}

/** A field of several lists, by day: one line each. Of a day with several records the first counts. */
function comparedData(
  lists: readonly (readonly Row[])[],
  names: readonly string[],
  section: Section,
  column: Column,
): ChartData {
  const dayOf = (row: Row) => String(fieldOf(row, section.day)).slice(0, 10);
  const days = [...new Set(lists.flatMap((rows) => rows.map(dayOf)))].sort();
  const lines = lists.map((rows, index) => {
    const byDay = new Map(rows.map((row) => [dayOf(row), row]).reverse() as [string, Row][]);
    const exact = days.map((day) => fieldOf(byDay.get(day) ?? {}, column.field) ?? null);
    return {
      label: names[index] ?? "",
      exact,
      values: exact.map((value) => chartNumber(value, column.unit)),
    };
  });
  return { days, lines };
}

const csvText = (value: unknown) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const isKnown = (data: ChartData) => data.lines.some(({ values }) => values.some((value) => value !== null));

type MetricProps = {
  top: number | undefined;
  section: Section;
  column: Column;
  lists: Row[][];
  names: string[];
  calls: Parameters<typeof useRowsOf>[0];
};

function Metric({ section, column, lists, names, calls, top }: MetricProps) {
  const data = useMemo(() => comparedData(lists, names, section, column), [lists, names, section, column]);
  const id = `${section.id}.${column.field}`;
  const { label, unit } = column;
  const newestFirst = data.days.map((_, index) => data.days.length - 1 - index);
  const csv = () =>
    [
      ["day", ...names],
      ...newestFirst.map((at) => [data.days[at], ...data.lines.map(({ exact }) => exact[at])]),
    ]
      .map((line) => line.map(csvText).join(","))
      .join("\r\n");
  return (
    <article class="card" aria-label={label} data-chart={id}>
      <header class="card-head">
        <h3>
          {label} {unitText(unit) && <small>{unitText(unit)}</small>}
        </h3>
        <Behind calls={calls} name={id} csv={csv}>
          <ViewSwitch id={id} />
        </Behind>
      </header>
      {tablesShown().includes(id) ? (
        <TableFrame label={`${label}, table`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {names.map((name) => (
                <Head key={name} label={name} unit={unit} />
              ))}
            </tr>
          </thead>
          <tbody>
            {newestFirst.map((at) => (
              <tr key={data.days[at]}>
                <th scope="row">{data.days[at]}</th>
                {data.lines.map(({ label: name, exact }) => (
                  <td key={name} class="number">
                    <Exact value={exact[at]} unit={unit} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableFrame>
      ) : isKnown(data) ? (
        <Plot title={label} data={data} unit={unit} shape="line" top={top} />
      ) : (
        <Empty title="Not known">Of these days the API has no numbers for it.</Empty>
      )}
    </article>
  );
}

function ComparedSection(props: {
  section: Section;
  kind: Kind;
  ids: string[];
  names: string[];
  lastDay: string | undefined;
}) {
  const { section, kind, ids, names, lastDay } = props;
  const calls = ids.map((id) =>
    sectionCall(
      section,
      { params: paramsOf(kind, id), ...(kind.query && { query: kind.query }), network: askedNetwork() },
      lastDay,
    ),
  );
  const asked = useRowsOf(calls);
  const fields = [...new Set(section.charts.flatMap(({ series }) => series))];
  return (
    <section class="section" aria-label={section.title}>
      <header class="section-head">
        <h2>{section.title}</h2>
      </header>
      <Answered asked={asked} lines={6}>
        {(lists) => (
          <div class="cards">
            {fields.map((field) => (
              <Metric
                key={field}
                top={section.charts.find(({ series }) => series.includes(field))?.top}
                section={section}
                column={columnOf(section, field)}
                lists={lists.map(({ rows }) => rows)}
                names={names}
                calls={calls}
              />
            ))}
          </div>
        )}
      </Answered>
    </section>
  );
}

function ComparedTable({
  network,
  kind,
  ids,
  rows,
}: {
  network: Network;
  kind: Kind;
  ids: string[];
  rows: (SubjectRow | undefined)[];
}) {
  const columns = kind.listed.map((field) => ({ field, ...listedColumns[field] }));
  return (
    <TableFrame label={`${kind.many}, table`}>
      <thead>
        <tr>
          <th scope="col">{kind.one}</th>
          {columns.map(({ field, label, unit }) => (
            <Head key={field} label={label} unit={unit(network.symbol)} />
          ))}
          <th scope="col">
            <span class="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ids.map((id, index) => (
          <tr key={id}>
            <th scope="row" class="swatched">
              <i class={`swatch series-${(index % 8) + 1}`} />
              <a class="subject-link" href={href([network.id, kind.path, id], { network: askedNetwork() })}>
                {rows[index]?.name && <span class="subject-name">{rows[index].name}</span>}
                <Identifier value={id} />
              </a>
            </th>
            {columns.map(({ field, unit: unitOf }) => {
              const [value, unit] = [rows[index]?.[field], unitOf(network.symbol)];
              return (
                <td key={field} class={isNumeric(unit) ? "number" : undefined} title={exactText(value, unit)}>
                  {shortText(value, unit, true)}
                </td>
              );
            })}
            <td>
              <a
                href={hrefWith({ id: ids.filter((one) => one !== id) })}
                aria-label={`Remove ${rows[index]?.name ?? id}`}
              >
                Remove
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

export function ComparePage({ network }: { network: Network }) {
  const kind = network.kinds.find(({ id }) => id === query.value.get("kind")) ?? network.kinds[0];
  const ids = [...new Set(query.value.getAll("id"))].slice(0, comparedMost);
  const networks = useNetworks();
  const calls = kind === undefined ? [] : ids.map((id) => subjectCall(network, kind, id));
  const listed = useRowsOf(calls);
  const rows = ids.map((id, index) =>
    listed.state === "ready" ? rowOf(listed.body[index]?.rows ?? [], id) : undefined,
  );
  const known = JSON.stringify(ids.map((id, index) => shortName(rows[index], id, kind)));
  const names = useMemo(() => JSON.parse(known) as string[], [known]);
  if (kind === undefined) return null;
  const toList = href([network.id, kind.path], { network: askedNetwork(), id: ids });
  return (
    <>
      <NetworkHead network={network} />
      <div class="subject-head">
        <h2>Compare {kind.many.toLowerCase()}</h2>
        <a class="quiet" href={toList}>
          {ids.length === 0 ? "Pick some" : "Pick others"}
        </a>
      </div>
      {ids.length === 0 ? (
        <Empty title="Nothing is picked yet">
          Up to {comparedMost} can be picked <a href={toList}>in the list</a>.
        </Empty>
      ) : (
        <>
          <section class="card" aria-label="Compared">
            <Answered asked={listed} lines={ids.length + 1}>
              {() => <ComparedTable network={network} kind={kind} ids={ids} rows={rows} />}
            </Answered>
          </section>
          <div class="bar">
            <RangePicker />
          </div>
          <Answered asked={networks}>
            {({ results }) =>
              kind.sections
                .filter(({ isCompared }) => isCompared !== false)
                .map((section) => (
                  <ComparedSection
                    key={section.path}
                    section={section}
                    kind={kind}
                    ids={ids}
                    names={names}
                    lastDay={daysOf(chosenNetwork(results, network.id)?.records ?? [])[0]?.until}
                  />
                ))
            }
          </Answered>
        </>
      )}
    </>
  );
}

/** Up to eight subjects of a kind side by side: their list rows, and each number over time with a line per subject. */
import { useMemo } from "preact/hooks";
import { href, hrefWith, query } from "../address.ts";
import { useRowsOf } from "../api/answers.ts";
import { daysOf } from "../api/freshness.ts";
import { chosenNetwork, requestedNetwork, useNetworks } from "../api/networks.ts";
import type { Rows } from "../api/pages.ts";
import { rowOf, type SubjectRow, subjectCall } from "../api/subjects.ts";
import { type Compared, comparedOf, shortId } from "../chart/compared.ts";
import type { ChartData } from "../chart/data.ts";
import { Plot } from "../chart/plot.tsx";
import { exactText, isNumeric, shortText, unitText } from "../format/units.ts";
import { type Kind, type Network, paramsOf, type Section } from "../networks/describe.ts";
import { listedColumns } from "../networks/listed.ts";
import { Identifier } from "../parts/copy.tsx";
import { chosenWindow, requestedWindow, WindowPicker } from "../parts/facts.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { RangePicker } from "../parts/range.tsx";
import { sectionCall, tablesShown, ViewSwitch } from "../parts/section.tsx";
import { SourceLinks } from "../parts/sourceLinks.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { comparedMost } from "../parts/subjectRows.tsx";
import { Exact, Head, TableFrame } from "../parts/table.tsx";

function shortName(row: SubjectRow | undefined, id: string, kind: Kind | undefined): string {
  if (row?.name) return row.name;
  // A number alone would look like part of the value that follows it.
  if (/^\d+$/.test(id)) return `${kind?.one ?? ""} ${id}`.trim();
  return shortId(id);
}

const csvText = (value: unknown) => {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const isKnown = (data: ChartData) => data.lines.some(({ values }) => values.some((value) => value !== null));

type Calls = Parameters<typeof useRowsOf>[0];

type MetricProps = { metric: Compared; names: string[]; calls: Calls };

function Metric({ metric, names, calls }: MetricProps) {
  const { id, title, column, data, top } = metric;
  const { unit } = column;
  const newestFirst = data.days.map((_, index) => data.days.length - 1 - index);
  const csv = () =>
    [
      ["day", ...names],
      ...newestFirst.map((at) => [data.days[at], ...data.lines.map(({ exact }) => exact[at])]),
    ]
      .map((line) => line.map(csvText).join(","))
      .join("\r\n");
  return (
    <article class="card" aria-label={title} data-chart={id}>
      <header class="card-head">
        <h3>
          {title} {unitText(unit) && <small>{unitText(unit)}</small>}
        </h3>
        <SourceLinks calls={calls} name={id} csv={csv}>
          <ViewSwitch id={id} />
        </SourceLinks>
      </header>
      {tablesShown().includes(id) ? (
        <TableFrame label={`${title}, table`}>
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
        <Plot title={title} data={data} unit={unit} shape="line" top={top} />
      ) : (
        <Empty title="No data">The API has no values for these days.</Empty>
      )}
    </article>
  );
}

type MetricsProps = { section: Section; rows: readonly Rows[]; names: string[]; calls: Calls };

function Metrics({ section, rows, names, calls }: MetricsProps) {
  const metrics = useMemo(
    () => comparedOf({ section, lists: rows.map(({ rows: own }) => own), names }),
    [section, rows, names],
  );
  if (metrics.length === 0) return <Empty title="No records of these days">Try another range of days.</Empty>;
  return (
    <div class="cards">
      {metrics.map((metric) => (
        <Metric key={metric.id} metric={metric} names={names} calls={calls} />
      ))}
    </div>
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
      { params: paramsOf(kind, id), ...(kind.query && { query: kind.query }), network: requestedNetwork() },
      lastDay,
    ),
  );
  const answer = useRowsOf(calls);
  return (
    <section class="section" aria-label={section.title}>
      <header class="section-head">
        <h2>{section.title}</h2>
      </header>
      <Answered answer={answer} lines={6}>
        {(rows) => <Metrics section={section} rows={rows} names={names} calls={calls} />}
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
              <a
                class="subject-link"
                href={href([network.id, kind.path, id], { network: requestedNetwork() })}
              >
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
  const calls = kind === undefined ? [] : ids.map((id) => subjectCall(network, kind, id, chosenWindow()));
  const listed = useRowsOf(calls);
  const rows = ids.map((id, index) =>
    listed.state === "ready" ? rowOf(listed.body[index]?.rows ?? [], id) : undefined,
  );
  const namesJson = JSON.stringify(ids.map((id, index) => shortName(rows[index], id, kind)));
  const names = useMemo(() => JSON.parse(namesJson) as string[], [namesJson]);
  if (kind === undefined) return null;
  const toList = href([network.id, kind.path], {
    network: requestedNetwork(),
    window: requestedWindow(),
    id: ids,
  });
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
        <Empty title="Nothing is selected yet">
          Up to {comparedMost} can be picked <a href={toList}>in the list</a>.
        </Empty>
      ) : (
        <>
          <section class="card" aria-label="Compared">
            <header class="card-head">
              <h2>Totals of a window</h2>
              <WindowPicker />
            </header>
            <Answered answer={listed} lines={ids.length + 1}>
              {() => <ComparedTable network={network} kind={kind} ids={ids} rows={rows} />}
            </Answered>
          </section>
          <div class="bar">
            <RangePicker />
          </div>
          <Answered answer={networks}>
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

/** Records over time: charts, each with its table and sources, and a table of all fields. */
import { useMemo } from "preact/hooks";
import { go, hrefWith, query } from "../address.ts";
import { useRows } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import type { Row } from "../api/pages.ts";
import { chartData, columnOf, dayOf, fieldOf } from "../chart/data.ts";
import { Plot } from "../chart/plot.tsx";
import { addDays } from "../format/days.ts";
import { unitText } from "../format/units.ts";
import type { Chart, ExplainedBy, Section } from "../networks/describe.ts";
import { explainAddress, recordOf } from "./explainLink.ts";
import { chosenRange } from "./range.tsx";
import { SourceLinks } from "./sourceLinks.tsx";
import { Answered, Empty } from "./states.tsx";
import { RecordTable } from "./table.tsx";

/** The subject: parameters of the path, fields of the query, and the network. */
export type Subject = Pick<Call, "params" | "query" | "network">;

const pageRows = 200;

/** The call for the days that are shown. @param lastDay newest day of the network's records */
export function sectionCall(section: Section, subject: Subject, lastDay: string | undefined): Call {
  const { days } = chosenRange();
  const from = days === undefined || lastDay === undefined ? undefined : addDays(lastDay, 1 - days);
  const paged = {
    v1: { fromDate: from, sortOrder: "desc", limit: pageRows },
    v0: { granularity: "day", size: Math.min(pageRows, days ?? pageRows) },
    whole: {},
  }[section.paging];
  return {
    path: section.path,
    ...(subject.params && { params: subject.params }),
    query: { ...section.query, ...subject.query, ...paged },
    network: subject.network,
    // Lists of v0 take no oldest day.
    ...(section.paging === "v0" && from !== undefined && { since: { field: section.day, day: from } }),
  };
}

/** Charts that the URL selects to be shown as tables. */
export const tablesShown = () => (query.value.get("tables") ?? "").split(",").filter((name) => name !== "");

export function ViewSwitch({ id }: { id: string }) {
  const shown = tablesShown();
  const isTable = shown.includes(id);
  const other = (isTable ? shown.filter((name) => name !== id) : [...shown, id]).join(",");
  const change = () => go(hrefWith({ tables: other }), { replaces: true });
  return (
    <button type="button" class="quiet" onClick={change} aria-pressed={isTable}>
      Table
    </button>
  );
}

/** Where the numbers of a record are explained; undefined: nowhere. */
function explainedAt(section: Section, by: ExplainedBy, row: Row): string | undefined {
  const record = recordOf(by, (field) => fieldOf(row, field));
  const names = Object.values(record);
  // Rows that don't identify one of the day's records have no link.
  if (names.length > 0 && names.every((name) => name === undefined)) return undefined;
  return explainAddress(dayOf(section, row), undefined, record);
}

/** Links a day in a table to the explanation of its numbers. */
const dayLinks = (section: Section, by: ExplainedBy) => (field: string, row: Row) =>
  field === section.day ? explainedAt(section, by, row) : undefined;

type NewestProps = Pick<SectionProps, "section" | "subject" | "lastDay"> & {
  by: ExplainedBy;
  /** Newest day of which everything is known. */
  complete: string;
};

/** Links to the explanation of the subject's newest complete day, which may be older than the network's. */
export function NewestExplained({ section, subject, lastDay, by, complete }: NewestProps) {
  const answer = useRows(sectionCall(section, subject, lastDay));
  if (answer.state !== "ready") return null;
  const [newest] = answer.body.rows
    .filter((row) => dayOf(section, row) <= complete)
    .sort((one, other) => (dayOf(section, one) < dayOf(section, other) ? 1 : -1));
  const address = newest && explainedAt(section, by, newest);
  return address === undefined ? null : <a href={address}>How a day's numbers are computed</a>;
}

type CardProps = {
  section: Section;
  chart: Chart;
  rows: readonly Row[];
  calls: readonly Call[];
  explainedBy: ExplainedBy | undefined;
};

export function ChartCard({ section, chart, rows, calls, explainedBy }: CardProps) {
  const data = useMemo(() => chartData(rows, section, chart), [rows, section, chart]);
  const id = `${section.id}.${chart.id}`;
  const [first = ""] = chart.series;
  const { unit } = columnOf(section, first);
  const fields = [section.day, ...(section.splitBy === undefined ? [] : [section.splitBy]), ...chart.series];
  const isKnown = data.lines.some(({ values }) => values.some((value) => value !== null));
  return (
    <article class="card" aria-label={chart.title} data-chart={id}>
      <header class="card-head">
        <h3>
          {chart.title} {unitText(unit) && <small>{unitText(unit)}</small>}
        </h3>
        <SourceLinks calls={calls} name={id}>
          <ViewSwitch id={id} />
        </SourceLinks>
      </header>
      {tablesShown().includes(id) ? (
        <RecordTable
          label={`${chart.title}, table`}
          columns={fields.map((field) => columnOf(section, field))}
          rows={rows}
          {...(explainedBy && { linkOf: dayLinks(section, explainedBy) })}
        />
      ) : isKnown ? (
        <Plot title={chart.title} data={data} unit={unit} shape={chart.shape} top={chart.top} />
      ) : (
        <Empty title="No data">The API has no values for these days.</Empty>
      )}
    </article>
  );
}

type SectionProps = {
  section: Section;
  subject: Subject;
  lastDay: string | undefined;
  /** Set if days can be explained: the parameters that identify a day's records. */
  explainedBy?: ExplainedBy | undefined;
};

export function SectionView({ section, subject, lastDay, explainedBy }: SectionProps) {
  const call = sectionCall(section, subject, lastDay);
  const answer = useRows(call);
  const id = `${section.id}.all`;
  const shown = tablesShown();
  const isOpen = shown.includes(id);
  const remember = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => {
    if (currentTarget.open === isOpen) return;
    const names = currentTarget.open ? [...shown, id] : shown.filter((name) => name !== id);
    go(hrefWith({ tables: names.join(",") }), { replaces: true });
  };
  return (
    <section class="section" aria-label={section.title}>
      <header class="section-head">
        <h2>{section.title}</h2>
        {section.about && <p class="muted">{section.about}</p>}
      </header>
      <Answered answer={answer} lines={6}>
        {({ rows, isCut, calls }) =>
          rows.length === 0 ? (
            <Empty title={section.empty === undefined ? "No records of these days" : "None"}>
              {section.empty ?? "Try another range of days."}
            </Empty>
          ) : (
            <>
              {isCut && (
                <p class="notice">Only the newest {rows.length.toLocaleString("en")} records are shown.</p>
              )}
              <div class="cards">
                {section.charts.map((chart) => (
                  <ChartCard
                    key={chart.id}
                    section={section}
                    chart={chart}
                    rows={rows}
                    calls={calls}
                    explainedBy={explainedBy}
                  />
                ))}
              </div>
              <details class="all-fields" data-table={id} open={isOpen} onToggle={remember}>
                <summary>
                  All fields of {rows.length.toLocaleString("en")} record{rows.length === 1 ? "" : "s"}
                </summary>
                <div class="card">
                  <header class="card-head">
                    <h3>{section.title}</h3>
                    <SourceLinks calls={calls} name={section.id} />
                  </header>
                  <RecordTable
                    label={`${section.title}, all fields`}
                    columns={section.columns}
                    rows={rows}
                    {...(explainedBy && { linkOf: dayLinks(section, explainedBy) })}
                  />
                </div>
              </details>
            </>
          )
        }
      </Answered>
    </section>
  );
}

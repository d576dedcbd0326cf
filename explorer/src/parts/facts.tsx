/** One record as tiles or a list: attributes, or totals of a window of time. */
import { hrefWith, query } from "../address.ts";
import { useAnswer } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import { type Row, rowsOf } from "../api/pages.ts";
import { fieldOf } from "../chart/data.ts";
import { exactText, tileText, unitText } from "../format/units.ts";
import type { Column, Facts, Windows } from "../networks/describe.ts";
import type { Subject } from "./section.tsx";
import { SourceLinks } from "./sourceLinks.tsx";
import { Answered, Empty } from "./states.tsx";
import { Exact } from "./table.tsx";

const callOf = (facts: Facts, subject: Subject, more: Call["query"] = {}): Call => ({
  path: facts.path,
  ...(subject.params && { params: subject.params }),
  query: { ...facts.query, ...subject.query, ...more },
  network: subject.network,
});

export function Tiles({ columns, row }: { columns: readonly Column[]; row: Row }) {
  return (
    <dl class="tiles">
      {columns.map(({ field, label, unit, about }) => {
        const value = fieldOf(row, field);
        const { text, suffix } = tileText(value, unit);
        return (
          <div class="tile" key={field} title={about}>
            <dt>{label}</dt>
            <dd title={`${exactText(value, unit)} ${unitText(unit)}`.trim()}>
              {text} {suffix && <small>{suffix}</small>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export function FactsView({ facts, subject }: { facts: Facts; subject: Subject }) {
  const call = callOf(facts, subject);
  const answer = useAnswer<unknown>(call);
  return (
    <section class="card" aria-label={facts.title}>
      <header class="card-head">
        <h2>{facts.title}</h2>
        <SourceLinks calls={[call]} name={facts.title} />
      </header>
      <Answered answer={answer}>
        {(body) => (
          <dl class="facts">
            {facts.columns.map(({ field, label, unit }) => {
              const value = fieldOf(rowsOf(body)[0] ?? {}, field);
              return (
                <div key={field}>
                  <dt>{label}</dt>
                  <dd>
                    <Exact value={value} unit={unit} /> <small>{tileText(value, unit).suffix}</small>
                  </dd>
                </div>
              );
            })}
          </dl>
        )}
      </Answered>
    </section>
  );
}

const windowIds = ["1d", "7d", "30d", "all"] as const;
const usualWindow = "7d";
/** The window in the page's URL; undefined: there is none. */
export const requestedWindow = () => windowIds.find((id) => id === query.value.get("window"));
export const chosenWindow = () => requestedWindow() ?? usualWindow;

/** @param of the window's subject, if a page has several windows */
export function WindowPicker({ of }: { of?: string }) {
  return (
    <nav class="choices" aria-label={of === undefined ? "Window of time" : `Window of time: ${of}`}>
      {windowIds.map((id) => (
        <a
          key={id}
          href={hrefWith({ window: id === usualWindow ? undefined : id, offset: undefined })}
          aria-current={id === chosenWindow() ? "true" : undefined}
        >
          {id === "all" ? "All" : id.replace("d", " d")}
        </a>
      ))}
    </nav>
  );
}

/** Totals of a window of time. */
export function WindowsView({ windows, subject }: { windows: Windows; subject: Subject }) {
  const chosen = chosenWindow();
  const call = callOf(windows, subject, windows.hasWindowParameter === true ? { window: chosen } : {});
  const answer = useAnswer<unknown>(call);
  return (
    <section class="card" aria-label={windows.title}>
      <header class="card-head">
        <h2>{windows.title}</h2>
        <WindowPicker of={windows.title} />
        <SourceLinks calls={[call]} name={windows.title} />
      </header>
      <Answered answer={answer}>
        {(body) => {
          const rows = rowsOf(body);
          const row = rows.length === 1 ? rows[0] : rows.find(({ timeWindow }) => timeWindow === chosen);
          return row === undefined ? (
            <Empty title="No data for this window" />
          ) : (
            <Tiles columns={windows.columns} row={row} />
          );
        }}
      </Answered>
    </section>
  );
}

/** The explanation of a day's numbers: each with its formula and the rows and blocks that it is computed from. */
import { useRef } from "preact/hooks";
import { go, query } from "../address.ts";
import { useAnswer } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import { addDays, dayTime } from "../format/days.ts";
import type { ExplainedBy, ExplainPath, Explanation } from "../networks/describe.ts";
import { explainAddress, noRecord, requestedRecord } from "./explainLink.ts";
import { NumbersTable, RowsTable } from "./explainTables.tsx";
import { Pages } from "./pages.tsx";
import type { Subject } from "./section.tsx";
import { SourceLinks } from "./sourceLinks.tsx";
import { Answered, Empty, Said } from "./states.tsx";

const pageRows = 50;

function requestedOffset(): number {
  const offset = Number(query.value.get("offset") ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

const chosenNumber = () => query.value.get("number") || undefined;

function DayPicker({ day, by }: { day: string; by: ExplainedBy }) {
  const isDay = !Number.isNaN(dayTime(day));
  const number = chosenNumber();
  const change = ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
    if (value !== "") go(explainAddress(value, number));
  };
  return (
    <div class="bar">
      <a href={explainAddress(undefined, undefined, noRecord(by))}>All days</a>
      {isDay && (
        <a class="button" rel="prev" href={explainAddress(addDays(day, -1), number)}>
          Day before
        </a>
      )}
      <label class="labelled">
        Day <input type="date" value={day} onChange={change} />
      </label>
      {isDay && (
        <a class="button" rel="next" href={explainAddress(addDays(day, 1), number)}>
          Day after
        </a>
      )}
      {Object.entries(requestedRecord(by)).map(
        ([name, value]) =>
          value !== undefined && (
            <span class="muted" key={name}>
              {name} <code>{value}</code>
            </span>
          ),
      )}
    </div>
  );
}

/** Whether the day is complete, and the missing facts. */
function Completeness({ isDayComplete, isComplete, reason }: Explanation) {
  return (
    <p class="notice">
      {isDayComplete
        ? "The day's record is final. "
        : "The day isn't complete yet; its numbers may still change. "}
      <Said text={isComplete ? "All facts for these numbers are available." : (reason ?? "")} />
    </p>
  );
}

/** The API's own CSV has the rows. */
function numbersCsv({ numbers }: Explanation): string {
  const fields = ["name", "value", "unit", "formula", "source", "table", "column", "key"] as const;
  const cell = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const lines = numbers.map((number) => fields.map((field) => cell(number[field])).join(","));
  return `${[fields.join(","), ...lines].join("\n")}\n`;
}

function Numbers({ body, call }: { body: Explanation; call: Call }) {
  const number = body.numbers.find(({ name }) => name === chosenNumber());
  return (
    <section class="card" aria-label="Numbers" data-explained="numbers">
      <header class="card-head">
        <h2>Numbers</h2>
        <SourceLinks calls={[call]} name={`numbers-${body.date}`} csv={() => numbersCsv(body)} />
      </header>
      <Completeness {...body} />
      <NumbersTable
        numbers={body.numbers}
        chosen={number?.name}
        addressOf={(name) => explainAddress(body.date, name)}
      />
      {number !== undefined && (
        <p class="muted below-table">
          {number.name} is <code>{number.column}</code> of <code>{number.table}</code> where{" "}
          <code>{number.key}</code>.
        </p>
      )}
    </section>
  );
}

type Props = { path: ExplainPath; by: ExplainedBy; subject: Subject; day: string };

export function ExplainView({ path, by, subject, day }: Props) {
  const offset = requestedOffset();
  const number = chosenNumber();
  const call: Call = {
    path,
    ...(subject.params && { params: subject.params }),
    query: { ...subject.query, ...requestedRecord(by), date: day, number, limit: pageRows, offset },
    network: subject.network,
  };
  const answer = useAnswer<Explanation>(call);
  // The numbers are the same of every page of rows: they stay while another one comes.
  const last = useRef<Explanation | undefined>(undefined);
  if (answer.state === "ready") last.current = answer.body;
  const shown = answer.state !== "failed" && last.current?.date === day ? last.current : undefined;
  return (
    <>
      <DayPicker day={day} by={by} />
      {shown && <Numbers body={shown} call={call} />}
      <section class="card explained" aria-label="Rows" data-explained="rows">
        <header class="card-head">
          <h2>Rows {number !== undefined && <small>that count for {number}</small>}</h2>
          {number !== undefined && <a href={explainAddress(day)}>Show all rows</a>}
          <SourceLinks calls={[call]} name={`rows-${day}`} />
        </header>
        <Answered answer={answer} lines={8}>
          {({ rows, next }) =>
            rows.length === 0 ? (
              <Empty title="No rows">
                {number === undefined
                  ? "No facts are stored for this day."
                  : `No fact counts for ${number}: it is computed from other numbers, or nothing happened.`}
              </Empty>
            ) : (
              <>
                <RowsTable rows={rows} number={number} />
                <Pages
                  size={pageRows}
                  offset={offset}
                  rows={rows.length}
                  hasNext={next !== null}
                  total={next === null ? offset + rows.length : undefined}
                />
              </>
            )
          }
        </Answered>
      </section>
    </>
  );
}

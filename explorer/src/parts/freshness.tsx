import { completeDayOf, daysOf } from "../api/freshness.ts";
import type { RecordFreshness } from "../api/networks.ts";
import { ageOf } from "../format/days.ts";

/** How far records go, and how long ago that was. */
export function Freshness({ records }: { records: readonly RecordFreshness[] }) {
  const complete = completeDayOf(records);
  const until = daysOf(records)[0]?.until;
  if (complete === undefined)
    return (
      <span class="freshness">
        {until === undefined ? "nothing computed yet" : `${until}, not complete yet`}
      </span>
    );
  return (
    <span class="freshness" title={`The newest day with all its records is ${complete} (UTC)`}>
      complete to <time dateTime={complete}>{complete}</time>, {age(complete)}
    </span>
  );
}

function age(day: string): string {
  const text = ageOf(day, Date.now());
  return text === "now" ? text : `${text} ago`;
}

const words: Readonly<Record<string, string>> = {
  chainDays: "chain days",
  entityChainDays: "chain days of entities",
  entityDays: "days of entities",
};

/** Each kind of record, with the newest one and the newest complete one. */
export function FreshnessList({ records }: { records: readonly RecordFreshness[] }) {
  if (records.length === 0) return <p class="muted">No data yet.</p>;
  return (
    <dl class="freshness-list">
      {records.map(({ record, unit, until, completeUntil }) => (
        <div key={record}>
          <dt>{words[record] ?? record}</dt>
          <dd>
            {unit !== "day" && completeUntil !== null && <small>{unit}</small>} {completeUntil ?? "none"}{" "}
            <small>complete</small>
            {until !== completeUntil && <small>, {until} begun</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

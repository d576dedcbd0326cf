/** A few numbers of a network, of its newest complete day or its last week. */
import { useAnswer } from "../api/answers.ts";
import { rowsOf } from "../api/pages.ts";
import { fieldOf } from "../chart/data.ts";
import { exactText, tileText } from "../format/units.ts";
import type { Facts } from "../networks/describe.ts";

export function HeadlineView({ headline, network }: { headline: Facts; network: string | undefined }) {
  const answer = useAnswer<unknown>({
    path: headline.path,
    ...(headline.query && { query: headline.query }),
    network,
  });
  // A card without its numbers is still one.
  if (answer.state === "failed") return null;
  const rows = answer.state === "ready" ? rowsOf(answer.body) : [];
  const row =
    rows.find(({ timeWindow }) => timeWindow === "7d") ??
    rows.find(({ isComplete }) => isComplete !== false) ??
    rows[0];
  return (
    <dl class="headline">
      {headline.columns.map(({ field, label, unit }) => {
        const value = row && fieldOf(row, field);
        const { text, suffix } = tileText(value, unit);
        return (
          <div key={field}>
            <dt>{label}</dt>
            <dd title={exactText(value, unit)}>
              {row === undefined ? "\u00a0" : text} <small>{suffix}</small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

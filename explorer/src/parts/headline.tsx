/** A few numbers of a network, of its newest complete day or its last week. */
import { useAnswer } from "../api/answers.ts";
import { rowsOf } from "../api/pages.ts";
import { fieldOf } from "../chart/data.ts";
import { exactText, tileText } from "../format/units.ts";
import type { Facts } from "../networks/describe.ts";

export function HeadlineView({ headline, network }: { headline: Facts; network: string | undefined }) {
  const asked = useAnswer<unknown>({
    path: headline.path,
    ...(headline.query && { query: headline.query }),
    network,
  });
  // A card without its numbers is still one.
  if (asked.state === "failed") return null;
  const rows = asked.state === "ready" ? rowsOf(asked.body) : [];
  const row =
    rows.find(({ timeWindow }) => timeWindow === "7d") ??
    rows.find(({ isComplete }) => isComplete !== false) ??
    rows[0];
  return (
    <dl class="headline">
      {headline.columns.map(({ field, label, unit }) => {
        const value = row && fieldOf(row, field);
        const { text, behind } = tileText(value, unit);
        return (
          <div key={field}>
            <dt>{label}</dt>
            <dd title={exactText(value, unit)}>
              {row === undefined ? "\u00a0" : text} <small>{behind}</small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Totals of a kind. */
import { href } from "../address.ts";
import { useAnswer } from "../api/answers.ts";
import { requestedNetwork } from "../api/networks.ts";
import type { Row } from "../api/pages.ts";
import { summaryCall } from "../api/subjects.ts";
import { count } from "../format/units.ts";
import type { Kind, Network } from "../networks/describe.ts";
import { listedColumns } from "../networks/listed.ts";
import { chosenWindow, Tiles } from "./facts.tsx";
import { SourceLinks } from "./sourceLinks.tsx";
import { Answered } from "./states.tsx";

type Props = { network: Network; kind: Kind };

export function SummaryTiles({ network, kind, row }: Props & { row: Row }) {
  const fields = kind.listed.filter(
    (field) => field !== "status" && field !== "commission" && field !== "lastDay",
  );
  const columns = fields.map((field) => {
    const { label, unit } = listedColumns[field];
    return { field, label, unit: unit(network.symbol) };
  });
  // An overview counts those with stake; a list has those that have left, too.
  const counts =
    row.stakedSubjects === null
      ? [{ field: "subjects", label: kind.many, unit: count }]
      : [
          { field: "stakedSubjects", label: `${kind.many} with stake`, unit: count },
          { field: "subjects", label: `${kind.many} listed`, unit: count },
        ];
  const isWithoutDays = kind.listed.includes("lastDay") && row.lastDay === null;
  return (
    <>
      <Tiles columns={[...counts, ...columns]} row={row} />
      {isWithoutDays && (
        <p class="notice below-tiles">No complete day yet. Totals appear after the first complete day.</p>
      )}
    </>
  );
}

/** The same as a card that leads to the list. */
export function SummaryCard({ network, kind }: Props) {
  const call = summaryCall(network, kind, chosenWindow());
  const answer = useAnswer<Row>(call);
  return (
    <section class="card" aria-label={kind.many}>
      <header class="card-head">
        <h2>
          <a href={href([network.id, kind.path], { network: requestedNetwork() })}>{kind.many}</a>
        </h2>
        <SourceLinks calls={[call]} name={`${network.id}-${kind.path}-summary`} />
      </header>
      <Answered answer={answer}>{(row) => <SummaryTiles network={network} kind={kind} row={row} />}</Answered>
    </section>
  );
}

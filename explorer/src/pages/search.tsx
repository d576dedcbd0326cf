/** Search of all networks by id, key or name. */
import { href, query } from "../address.ts";
import { useAnswer } from "../api/answers.ts";
import { useNetworks } from "../api/networks.ts";
import type { Row } from "../api/pages.ts";
import { type SubjectRow, subjectsCall } from "../api/subjects.ts";
import { shortText, unitText } from "../format/units.ts";
import type { Kind, Network } from "../networks/describe.ts";
import { networks } from "../networks/index.ts";
import { listedColumns } from "../networks/listed.ts";
import { Identifier } from "../parts/copy.tsx";
import { Answered, Empty, Loading } from "../parts/states.tsx";

const foundMost = 5;

/** Results of one kind of a network; renders nothing without a match. */
function Found({ network, kind, text }: { network: Network; kind: Kind; text: string }) {
  const call = subjectsCall(network, kind, { search: text, limit: foundMost });
  const answer = useAnswer<{ results: Row[]; next: string | null }>(call);
  if (answer.state === "loading") return <Loading lines={1} />;
  if (answer.state === "failed")
    return (
      <p class="muted">
        {network.name}, {kind.many.toLowerCase()}: {answer.failure.detail}
      </p>
    );
  const rows = answer.body.results as SubjectRow[];
  if (rows.length === 0) return null;
  const { unit } = listedColumns.stake;
  return (
    <section class="card found" aria-label={`${network.name}, ${kind.many}`}>
      <header class="card-head">
        <h2>
          {network.name} <small>{kind.many}</small>
        </h2>
        {answer.body.next !== null && (
          <a class="quiet" href={href([network.id, kind.path], { search: text })}>
            All
          </a>
        )}
      </header>
      <ul class="found-list">
        {rows.map((row) => (
          <li key={row.id}>
            <a class="subject-link" href={href([network.id, kind.path, row.id])}>
              {row.name && <span class="subject-name">{row.name}</span>}
              {row.name !== row.id && <Identifier value={String(row.id)} />}
            </a>
            <span class="muted">
              {shortText(row.stake, unit(network.symbol))} {unitText(unit(row.token ?? network.symbol))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SearchPage() {
  const text = (query.value.get("q") ?? "").slice(0, 100);
  const answer = useNetworks();
  return (
    <>
      <header class="page-head">
        <h1>Search</h1>
        <p class="muted">
          {text === ""
            ? "Searches by the start of an id or key, or by any part of a name."
            : `Results for “${text}”`}
        </p>
      </header>
      {text === "" ? (
        <Empty title="Enter a search term above" />
      ) : (
        <Answered answer={answer}>
          {({ results }) => {
            const served = new Set(results.map(({ chain }) => chain));
            return (
              <div class="found-all" aria-live="polite">
                {networks
                  .filter(({ id }) => served.has(id))
                  .flatMap((network) =>
                    network.kinds
                      .filter(({ list }) => list === undefined)
                      .map((kind) => (
                        <Found
                          key={`${network.id} ${kind.id} ${text}`}
                          network={network}
                          kind={kind}
                          text={text}
                        />
                      )),
                  )}
                <p class="muted found-none">No match.</p>
              </div>
            );
          }}
        </Answered>
      )}
    </>
  );
}

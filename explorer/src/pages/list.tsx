/** Validators, operators, pools or delegators of a network: searched, sorted, filtered, paged, and picked for a comparison. */
import { useEffect, useRef } from "preact/hooks";
import { go, href, hrefWith } from "../address.ts";
import { useAnswer } from "../api/answers.ts";
import { requestedNetwork } from "../api/networks.ts";
import type { Row } from "../api/pages.ts";
import { type SubjectRow, subjectsCall, summaryCall } from "../api/subjects.ts";
import type { Kind, Network } from "../networks/describe.ts";
import { chosenWindow, requestedWindow, WindowPicker } from "../parts/facts.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { Pages } from "../parts/pages.tsx";
import { SourceLinks } from "../parts/sourceLinks.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { comparedMost, type ListState, listState, picked, SubjectRows } from "../parts/subjectRows.tsx";
import { SummaryTiles } from "../parts/summary.tsx";

const pageRows = 50;

function Search({ text, many }: { text: string; many: string }) {
  const input = useRef<HTMLInputElement>(null);
  // Going back changes the URL, but not the field's text.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = text;
  }, [text]);
  const submit = (event: Event) => {
    event.preventDefault();
    go(hrefWith({ search: input.current?.value.trim() ?? "", offset: undefined }));
  };
  return (
    <search class="search-place">
      <form class="search" onSubmit={submit}>
        <input
          ref={input}
          type="search"
          data-search
          maxLength={100}
          defaultValue={text}
          aria-label={`Search ${many.toLowerCase()}`}
          placeholder="Id, key or part of a name"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

function Compare({ network, kind }: { network: Network; kind: Kind }) {
  const ids = picked();
  if (ids.length === 0) return null;
  const to = href([network.id, "compare"], {
    network: requestedNetwork(),
    kind: kind.id,
    window: requestedWindow(),
    id: ids,
  });
  return (
    <div class="compare-bar" role="status">
      <span>
        {ids.length} of at most {comparedMost} picked
      </span>
      <a href={hrefWith({ id: [] })}>Clear</a>
      <a class="button primary" href={to}>
        Compare
      </a>
    </div>
  );
}

/** Totals of the kind; the list also works without them. */
function Summary({ network, kind }: { network: Network; kind: Kind }) {
  const answer = useAnswer<Row>(summaryCall(network, kind, chosenWindow()));
  return answer.state === "ready" ? <SummaryTiles network={network} kind={kind} row={answer.body} /> : null;
}

/** Why the list is empty: no match for the filter, or no data. */
function NoneListed({ kind, now }: { kind: Kind; now: ListState }) {
  const { search, status, offset } = now;
  const many = kind.many.toLowerCase();
  const title =
    offset > 0
      ? `There are no further ${many}`
      : search !== ""
        ? `No match for “${search}”${status === "" ? "" : `, ${status}`}`
        : status === ""
          ? `No ${many} yet`
          : `None of the ${many} is ${status}`;
  const isAll = search === "" && status === "" && offset === 0;
  return (
    <Empty title={title}>
      {!isAll && <a href={hrefWith({ search: undefined, status: undefined, offset: undefined })}>Show all</a>}
    </Empty>
  );
}

export function ListPage({ network, kind }: { network: Network; kind: Kind }) {
  const now = listState(kind);
  const call = subjectsCall(network, kind, {
    search: now.search || undefined,
    sortBy: now.sortBy,
    sortOrder: now.sortOrder,
    status: now.status || undefined,
    window: chosenWindow(),
    limit: pageRows,
    offset: now.offset,
  });
  const answer = useAnswer<{ results: Row[]; next: string | null }>(call);
  return (
    <>
      <NetworkHead network={network} />
      <div class="bar">
        <Search text={now.search} many={kind.many} />
        {kind.statuses && (
          <label class="labelled">
            Status{" "}
            <select
              value={now.status}
              onChange={({ currentTarget }) =>
                go(hrefWith({ status: currentTarget.value, offset: undefined }))
              }
            >
              <option value="">any</option>
              {kind.statuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </label>
        )}
        <WindowPicker />
      </div>
      <section class="card" aria-label={kind.many}>
        <header class="card-head">
          <h2>{kind.many}</h2>
          <SourceLinks calls={[call]} name={`${network.id}-${kind.path}`} />
        </header>
        <Summary network={network} kind={kind} />
        <Answered answer={answer} lines={10}>
          {({ results, next }) =>
            results.length === 0 ? (
              <NoneListed kind={kind} now={now} />
            ) : (
              <>
                <SubjectRows network={network} kind={kind} rows={results as SubjectRow[]} now={now} />
                <Pages
                  size={pageRows}
                  offset={now.offset}
                  rows={results.length}
                  hasNext={next !== null}
                  total={next === null ? now.offset + results.length : undefined}
                />
              </>
            )
          }
        </Answered>
      </section>
      <Compare network={network} kind={kind} />
    </>
  );
}

/** A validator, an operator, a pool or a delegator: its attributes, and its records over time. */
import { href } from "../address.ts";
import { useAnswer } from "../api/answers.ts";
import { completeDayOf, daysOf } from "../api/freshness.ts";
import { chosenNetwork, requestedNetwork, useNetworks } from "../api/networks.ts";
import type { Row } from "../api/pages.ts";
import { rowOf, subjectCall } from "../api/subjects.ts";
import { type Kind, type Network, paramsOf } from "../networks/describe.ts";
import { CopyButton } from "../parts/copy.tsx";
import { ExplainView } from "../parts/explain.tsx";
import { explainedDay } from "../parts/explainLink.ts";
import { chosenWindow, FactsView, requestedWindow, WindowsView } from "../parts/facts.tsx";
import { isWithoutKey, KeyFirst } from "../parts/keyFirst.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { RangePicker } from "../parts/range.tsx";
import { NewestExplained, SectionView, type Subject } from "../parts/section.tsx";
import { Answered } from "../parts/states.tsx";

/** Its identity, with its list row if there is one. */
function SubjectHead({ network, kind, id }: { network: Network; kind: Kind; id: string }) {
  const answer = useAnswer<{ results: Row[] }>(
    kind.list === undefined ? subjectCall(network, kind, id, chosenWindow()) : undefined,
  );
  const row = answer.state === "ready" ? rowOf(answer.body.results, id) : undefined;
  const toCompare = href([network.id, "compare"], {
    network: requestedNetwork(),
    kind: kind.id,
    window: requestedWindow(),
    id,
  });
  return (
    <div class="subject-head">
      <p class="muted">{kind.one}</p>
      {row?.name && row.name !== id && <h2>{row.name}</h2>}
      <h2 class="subject-id">
        <code>{id}</code>
      </h2>
      {typeof row?.status === "string" && <span class="chip">{row.status}</span>}
      <CopyButton text={id} label="Copy" />
      {kind.list === undefined && (
        <a class="quiet" href={toCompare}>
          Compare
        </a>
      )}
    </div>
  );
}

/** Its attributes, totals and days. */
function Records({ network, kind, subject }: { network: Network; kind: Kind; subject: Subject }) {
  const answer = useNetworks();
  const records =
    answer.state === "ready" ? (chosenNetwork(answer.body.results, network.id)?.records ?? []) : [];
  const complete = completeDayOf(records);
  const lastDay = daysOf(records)[0]?.until;
  const [first] = kind.sections;
  return (
    <>
      {kind.facts && <FactsView facts={kind.facts} subject={subject} />}
      {kind.windows && <WindowsView windows={kind.windows} subject={subject} />}
      <div class="bar">
        <RangePicker />
        {kind.explain !== undefined && first !== undefined && complete !== undefined && (
          <NewestExplained
            section={first}
            subject={subject}
            lastDay={lastDay}
            by={kind.explainedBy ?? {}}
            complete={complete}
          />
        )}
      </div>
      <Answered answer={answer}>
        {() =>
          kind.sections.map((section) => (
            <SectionView
              key={section.path}
              section={section}
              subject={subject}
              lastDay={lastDay}
              explainedBy={kind.explain && (kind.explainedBy ?? {})}
            />
          ))
        }
      </Answered>
    </>
  );
}

type SubjectProps = { network: Network; kind: Kind; id: string };

export const SubjectPage = (props: SubjectProps) =>
  isWithoutKey(props.kind) ? <KeyFirst {...props} /> : <SubjectView {...props} />;

function SubjectView({ network, kind, id }: SubjectProps) {
  const day = explainedDay();
  const subject = {
    params: paramsOf(kind, id),
    ...(kind.query && { query: kind.query }),
    network: requestedNetwork(),
  };
  return (
    <>
      <NetworkHead network={network} />
      <SubjectHead network={network} kind={kind} id={id} />
      {kind.explain !== undefined && day !== undefined ? (
        <ExplainView path={kind.explain} by={kind.explainedBy ?? {}} subject={subject} day={day} />
      ) : (
        <Records network={network} kind={kind} subject={subject} />
      )}
    </>
  );
}

/** A validator, an operator, a pool, a delegator: what it is, and what it did over time. */
import { askedNetwork, chosenNetwork, daysOf, useNetworks } from "../api/networks.ts";
import { type Kind, type Network, paramsOf } from "../networks/describe.ts";
import { CopyButton } from "../parts/copy.tsx";
import { FactsView, WindowsView } from "../parts/facts.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { RangePicker } from "../parts/range.tsx";
import { SectionView } from "../parts/section.tsx";
import { Answered } from "../parts/states.tsx";

export function SubjectPage({ network, kind, id }: { network: Network; kind: Kind; id: string }) {
  const asked = useNetworks();
  const subject = {
    params: paramsOf(kind, id),
    ...(kind.query && { query: kind.query }),
    network: askedNetwork(),
  };
  return (
    <>
      <NetworkHead network={network} />
      <div class="subject-head">
        <p class="muted">{kind.one}</p>
        <h2 class="subject-id">
          <code>{id}</code>
        </h2>
        <CopyButton text={id} label="Copy" />
      </div>
      {kind.facts && <FactsView facts={kind.facts} subject={subject} />}
      {kind.windows && <WindowsView windows={kind.windows} subject={subject} />}
      <div class="bar">
        <RangePicker />
      </div>
      <Answered asked={asked}>
        {({ results }) => {
          const records = chosenNetwork(results, network.id)?.records ?? [];
          return kind.sections.map((section) => (
            <SectionView
              key={section.path}
              section={section}
              subject={subject}
              lastDay={daysOf(records)[0]?.until}
            />
          ));
        }}
      </Answered>
    </>
  );
}

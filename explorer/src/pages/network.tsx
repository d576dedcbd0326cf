/** A network over time. */
import { daysOf } from "../api/freshness.ts";
import { chosenNetwork, requestedNetwork, useNetworks } from "../api/networks.ts";
import type { Network } from "../networks/describe.ts";
import { FactsView, WindowsView } from "../parts/facts.tsx";
import { NetworkHead } from "../parts/networkHead.tsx";
import { RangePicker } from "../parts/range.tsx";
import { SectionView } from "../parts/section.tsx";
import { Answered, Empty } from "../parts/states.tsx";
import { SummaryCard } from "../parts/summary.tsx";

export function NetworkPage({ network }: { network: Network }) {
  const answer = useNetworks();
  const subject = { network: requestedNetwork() };
  return (
    <>
      <NetworkHead network={network} />
      <Answered answer={answer}>
        {({ results }) => {
          const served = chosenNetwork(results, network.id);
          if (served === undefined)
            return (
              <Empty title={`No network ${subject.network ?? ""} of ${network.name} is served yet`}>
                It appears as soon as it has a first record.
              </Empty>
            );
          const lastDay = daysOf(served.records)[0]?.until;
          return (
            <>
              <p class="muted page-about">{network.about}</p>
              {network.facts && <FactsView facts={network.facts} subject={subject} />}
              {network.windows && <WindowsView windows={network.windows} subject={subject} />}
              {/* A network without records over time shows links to its lists instead. */}
              {network.sections.length === 0 &&
                network.kinds.map((kind) => <SummaryCard key={kind.id} network={network} kind={kind} />)}
              {network.sections.length > 0 && (
                <div class="bar">
                  <RangePicker />
                </div>
              )}
              {network.sections.map((section) => (
                <SectionView key={section.path} section={section} subject={subject} lastDay={lastDay} />
              ))}
            </>
          );
        }}
      </Answered>
    </>
  );
}

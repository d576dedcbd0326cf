import { href } from "../address.ts";
import { type ServedNetwork, useNetworks } from "../api/networks.ts";
import { networkOf, networks } from "../networks/index.ts";
import { Freshness, FreshnessList } from "../parts/freshness.tsx";
import { HeadlineView } from "../parts/headline.tsx";
import { Answered, Empty } from "../parts/states.tsx";

/** The first kinds of a network; its page has all. */
const linksMost = 3;

/** In the order of our own list; several of a chain one after the other. */
const ordered = (served: readonly ServedNetwork[]) =>
  networks.flatMap(({ id }) => served.filter(({ chain }) => chain === id));

function NetworkCard({ served }: { served: ServedNetwork }) {
  const network = networkOf(served.chain);
  if (network === undefined) return null;
  const networkParam = served.isDefault ? undefined : served.network;
  return (
    <li class="card network-card">
      <header class="card-head">
        <h2>
          <a href={href([network.id], { network: networkParam })}>{network.name}</a>
        </h2>
        <span class="chip">{served.network}</span>
      </header>
      <p>
        <Freshness records={served.records} />
      </p>
      {network.headline && <HeadlineView headline={network.headline} network={networkParam} />}
      <FreshnessList records={served.records} />
      <p class="network-links">
        {network.kinds
          .filter(({ isPrivate }) => isPrivate !== true)
          .slice(0, linksMost)
          .map(({ path, many }) => (
            <a key={path} href={href([network.id, path], { network: networkParam })}>
              {many}
            </a>
          ))}
      </p>
    </li>
  );
}

export function HomePage() {
  const answer = useNetworks();
  return (
    <>
      <header class="page-head">
        <h1>Networks</h1>
        <p class="muted">
          Performance and rewards of validators. Every number links to its API call, its SQL and its blocks.
        </p>
      </header>
      <Answered answer={answer} lines={9}>
        {({ results }) => {
          const shown = ordered(results);
          return shown.length === 0 ? (
            <Empty title="No network is served yet">
              Numbers appear as soon as a network has a first record.
            </Empty>
          ) : (
            <ul class="network-cards">
              {shown.map((served) => (
                <NetworkCard key={`${served.chain}/${served.network}`} served={served} />
              ))}
            </ul>
          );
        }}
      </Answered>
    </>
  );
}

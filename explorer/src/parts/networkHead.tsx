/** The head of a network's pages: its name, how fresh it is, and where else to go. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { go, href, segments } from "../address.ts";
import { chosenNetwork, requestedNetwork, useNetworks } from "../api/networks.ts";
import type { Network } from "../networks/describe.ts";
import { key } from "../session.ts";
import { Freshness } from "./freshness.tsx";

type Tab = { path: string; label: string };

/** On a phone not all tabs fit: the current one and its neighbours are scrolled into view, without animation. */
function Tabs({ network, tabs }: { network: Network; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const chosen = requestedNetwork();
  const current = segments.value[1] ?? "";
  useLayoutEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>("[aria-current]");
    // Only the row of tabs scrolls, never the page.
    if (nav.current && tab)
      nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2;
  }, [current, tabs.length]);
  return (
    <nav class="tabs" aria-label={network.name} ref={nav}>
      {tabs.map(({ path, label }) => (
        <a
          key={path}
          href={href(path === "" ? [network.id] : [network.id, path], { network: chosen })}
          aria-current={path === current ? "page" : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

export function NetworkHead({ network, title }: { network: Network; title?: string }) {
  const answer = useNetworks();
  const results = answer.state === "ready" ? answer.body.results : [];
  const served = chosenNetwork(results, network.id);
  const others = results.filter(({ chain }) => chain === network.id);
  const tabs = [
    { path: "", label: "Overview" },
    ...network.kinds
      .filter(({ isPrivate }) => isPrivate !== true || key.value !== undefined)
      .map(({ path, many }) => ({ path, label: many })),
    ...(network.pages ?? []).map(({ path, title: label }) => ({ path, label })),
  ];
  return (
    <header class="page-head">
      <div class="page-title">
        <h1>{title ?? network.name}</h1>
        {others.length > 1 ? (
          <select
            aria-label="Network"
            value={served?.network}
            onChange={({ currentTarget }) =>
              go(href([network.id, ...segments.value.slice(1, 2)], { network: currentTarget.value }))
            }
          >
            {others.map((other) => (
              <option key={other.network}>{other.network}</option>
            ))}
          </select>
        ) : (
          served && <span class="chip">{served.network}</span>
        )}
        {served && <Freshness records={served.records} />}
      </div>
      <Tabs network={network} tabs={tabs} />
    </header>
  );
}

/** The head of a network's pages: its name, how fresh it is, and where else to go. */
import { go, href, segments } from "../address.ts";
import { askedNetwork, chosenNetwork, useNetworks } from "../api/networks.ts";
import type { Network } from "../networks/describe.ts";
import { key } from "../session.ts";
import { Freshness } from "./freshness.tsx";

export function NetworkHead({ network, title }: { network: Network; title?: string }) {
  const asked = useNetworks();
  const results = asked.state === "ready" ? asked.body.results : [];
  const served = chosenNetwork(results, network.id);
  const others = results.filter(({ chain }) => chain === network.id);
  const chosen = askedNetwork();
  const tabs = [
    { path: "", label: "Overview" },
    ...network.kinds
      .filter(({ isPrivate }) => isPrivate !== true || key.value !== undefined)
      .map(({ path, many }) => ({ path, label: many })),
    ...(network.pages ?? []).map(({ path, title: label }) => ({ path, label })),
  ];
  const current = segments.value[1] ?? "";
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
      <nav class="tabs" aria-label={network.name}>
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
    </header>
  );
}

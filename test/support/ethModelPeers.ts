/** Shares of validators by where peers are, in plain loops. */

/** Empty is unknown. */
export type ModelPeer = { id: string; country: string; host: string; validators: number };

/** Names typed by hand, from ISO's own list. */
export const modelCountries: Record<string, string> = {
  DE: "Germany",
  US: "United States of America",
  KR: "Korea, Republic of",
  GB: "United Kingdom of Great Britain and Northern Ireland",
  TR: "Türkiye",
  CH: "Switzerland",
  JP: "Japan",
};

/** Shares by plain loops: five digits, half up, largest first, then by name. */
export function modelShares(
  peers: readonly ModelPeer[],
  field: "country" | "host",
  distType: string,
): [string, number][] {
  const counted = peers.filter(({ validators }) => distType === "all" || validators >= 10);
  const all = counted.reduce((sum, { validators }) => sum + validators, 0);
  const groups = new Map<string, number>();
  for (const peer of counted) groups.set(peer[field], (groups.get(peer[field]) ?? 0) + peer.validators);
  return [...groups]
    .filter(([group, own]) => group !== "" && own > 0)
    .map(([group, own]): [string, number] => [
      field === "country" ? (modelCountries[group] ?? "?") : group,
      Math.floor((own * 100_000) / all + 0.5) / 100_000,
    ])
    .sort(([a, x], [b, y]) => y - x || Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

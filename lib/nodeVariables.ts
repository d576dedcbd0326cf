/** Variables that name nodes: `<CHAIN>_[<LABEL>_]<KIND>_URLS`. */
import { z } from "zod";
import { givenName, readAddress, urlOf } from "./nodeAddress.ts";

/** One kind of node, by its name: `assetHub` is configured as `<CHAIN>_[<LABEL>_]ASSET_HUB_URLS`. */
type NodeKind = {
  description: string;
  /** Protocols of its addresses; default: http. */
  protocols?: readonly Protocol[];
  /** Variable of another chain. Its first address is used where the chain is wanted and has no node of its own. */
  fallback?: string;
  /** `record` leaves these nodes out: their facts are read by a part of their own. */
  isLeftOut?: boolean;
};

/** Followed by `s` where it is encrypted. */
type Protocol = "http" | "ws";

/** The kinds of nodes that a chain has. */
export type ChainNodes = {
  /** Id of the chain; in capitals it begins the variables of its nodes. */
  chain: string;
  /** The listener follows nodes of the first kind. The others add to it, such as execution nodes. */
  nodes: Readonly<Record<string, NodeKind>>;
};

/** Nodes of one network of one chain, as configured. `label` is "" for the chain's main variable. */
export type NodeSetting = {
  chain: string;
  label: string;
  /** Addresses by kind, first preferred. */
  urls: Readonly<Record<string, readonly string[]>>;
};

/** Addresses of one kind; none where its variable isn't set. */
export function addressesOf<Kind extends string>(
  { urls }: NodeSetting,
  _chain: { nodes: Readonly<Record<Kind, NodeKind>> },
  kind: NoInfer<Kind>,
): readonly string[] {
  return urls[kind] ?? [];
}

/** Names of a chain's kinds in their order. */
export const kindsOf = ({ nodes }: ChainNodes): string[] => Object.keys(nodes);

/** The kind of the nodes that the listener follows. */
export function mainKindOf(chain: ChainNodes): string {
  const [main] = kindsOf(chain);
  if (main === undefined) throw new RangeError(`${chain.chain} has no kind of node`);
  return main;
}

const inVariable = (kind: string) => kind.replace(/[A-Z]/g, "_$&").toUpperCase();

/** The variable that names nodes of a chain's network. */
export function variableOf(chain: string, label: string, kind: string): string {
  return [chain, label, inVariable(kind), "URLS"]
    .filter((part) => part !== "")
    .join("_")
    .toUpperCase();
}

const httpOnly: readonly Protocol[] = ["http"];

/** A comma list of addresses that a kind's nodes have, each with a name before it where the operator gives one. */
export const urlList = ({ protocols = httpOnly }: Pick<NodeKind, "protocols"> = {}) => {
  const url = z.url({ protocol: new RegExp(`^(?:${protocols.join("|")})s?$`) });
  const isAddress = (text: string) => url.safeParse(urlOf(text)).success;
  return z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim().replace(/\/+$/, ""))
        .filter((part) => part !== ""),
    )
    .pipe(z.array(z.string().refine(isAddress, "Invalid URL")).min(1));
};

/** What a variable of nodes names. */
type NodeVariable = { chain: string; label: string; kind: string };

/** The chain, label and kind in a variable's name; undefined for other variables. */
export function parseNodeVariable(name: string, chains: readonly ChainNodes[]): NodeVariable | undefined {
  // Runs for every variable of the environment, and a pattern takes longer.
  if (!name.endsWith("_URLS")) return undefined;
  for (const chain of chains) {
    const kinds = kindsOf(chain);
    const parts = kinds.map(inVariable);
    const pattern = new RegExp(`^${chain.chain.toUpperCase()}_(?:([A-Z0-9_]+)_)?(${parts.join("|")})_URLS$`);
    const [, label = "", part = ""] = pattern.exec(name) ?? [];
    const kind = kinds[parts.indexOf(part)];
    if (kind !== undefined) return { chain: chain.chain, label: label.toLowerCase(), kind };
  }
  return undefined;
}

/** Variables of further networks whose label is in this name. */
export function likelyNodeVariables(name: string, chains: readonly ChainNodes[]): string[] {
  const [first = "", ...rest] = name.split("_");
  const nodes = chains.find(({ chain }) => chain.toUpperCase() === first);
  if (nodes === undefined) return [];
  const labels = rest.map((_, place) => rest.slice(0, place + 1).join("_"));
  return labels.flatMap((label) => kindsOf(nodes).map((kind) => variableOf(nodes.chain, label, kind)));
}

function neededText({ protocols = httpOnly }: Pick<NodeKind, "protocols">): string {
  const names = protocols.map((protocol) => `${protocol}(s)`).join(" or ");
  return `a comma list of ${names} addresses is needed, such as ${protocols[0]}://localhost:5052`;
}

/** A name that two addresses have: metrics and messages could not distinguish them. */
function givenTwice(addresses: readonly string[]): string | undefined {
  const names = addresses.map(givenName).filter((name) => name !== undefined);
  return names.find((name, place) => names.indexOf(name) < place);
}

/** The first address of another chain's variable, for chains without a node of their own. */
function fallbackOf(environment: Record<string, string>, chain: ChainNodes): string | undefined {
  const kind = chain.nodes[mainKindOf(chain)];
  if (kind?.fallback === undefined) return undefined;
  return urlList(kind).safeParse(environment[kind.fallback] ?? "").data?.[0];
}

const keyOf = ({ chain, label, kind }: NodeVariable) => `${chain}/${label}/${kind}`;

/** The addresses of every valid variable, in the order of the variables' names. */
function readAddresses(environment: Record<string, string>, chains: readonly ChainNodes[]) {
  const problems: string[] = [];
  const addresses = new Map<string, NodeVariable & { urls: string[] }>();
  for (const [name, text] of Object.entries(environment).sort()) {
    const variable = parseNodeVariable(name, chains);
    if (variable === undefined) continue;
    const kind = chains.find(({ chain }) => chain === variable.chain)?.nodes[variable.kind] ?? {};
    const urls = urlList(kind).safeParse(text);
    for (const address of text.split(",")) readAddress(address.trim());
    const twice = urls.data === undefined ? undefined : givenTwice(urls.data);
    if (!urls.success) problems.push(`${name}: ${neededText(kind)}`);
    else if (twice !== undefined) problems.push(`${name}: two addresses have the name ${twice}`);
    else addresses.set(keyOf(variable), { ...variable, urls: urls.data });
  }
  return { addresses, problems };
}

/** The node settings of every variable of a main kind, in the order of the variables' names. */
export function readNodes(
  environment: Record<string, string>,
  chains: readonly ChainNodes[],
): { nodes: NodeSetting[]; defaultNodes: NodeSetting[]; problems: string[] } {
  const { addresses, problems } = readAddresses(environment, chains);
  const settingOf = (chain: ChainNodes, label: string): NodeSetting => {
    const urlsOf = (kind: string) => addresses.get(keyOf({ chain: chain.chain, label, kind }))?.urls ?? [];
    const urls = Object.fromEntries(kindsOf(chain).map((kind) => [kind, urlsOf(kind)]));
    return { chain: chain.chain, label, urls };
  };
  const nodes = [...addresses.values()].flatMap(({ chain: id, label, kind }) => {
    const chain = chains.find((one) => one.chain === id);
    return chain !== undefined && kind === mainKindOf(chain) ? [settingOf(chain, label)] : [];
  });
  const defaults = chains.flatMap((chain) => {
    const url = fallbackOf(environment, chain);
    const isConfigured = nodes.some((node) => node.chain === chain.chain && node.label === "");
    if (url === undefined || isConfigured) return [];
    const node = settingOf(chain, "");
    // A node of a further kind, such as a sidecar, says that the chain is wanted.
    const isWanted = Object.values(node.urls).some((urls) => urls.length > 0);
    return [{ isWanted, node: { ...node, urls: { ...node.urls, [mainKindOf(chain)]: [url] } } }];
  });
  return {
    nodes: [...nodes, ...defaults.filter(({ isWanted }) => isWanted).map(({ node }) => node)],
    defaultNodes: defaults.filter(({ isWanted }) => !isWanted).map(({ node }) => node),
    problems,
  };
}

/** Variables that name nodes: `<CHAIN>_[<LABEL>_]<KIND>_URLS`. */
import { z } from "zod";
import { givenName, readAddress, urlOf } from "./nodeAddress.ts";

/** One kind of node: its variable is `<CHAIN>_[<LABEL>_]<kind>_URLS`. */
type NodeKind = {
  kind: string;
  description: string;
  /** What its nodes speak; default: http. */
  protocols?: readonly Protocol[];
  /** Variable of another chain whose first address stands in where the chain is asked for and has no node of its own. */
  fallback?: string;
  /** `record` keeps nothing of them: what they say is known by their own addresses, and is asked for by itself. */
  isLeftOut?: boolean;
};

/** With `s` behind it where it is encrypted. */
type Protocol = "http" | "ws";

/** The kinds of nodes that a chain has. */
export type ChainNodes = {
  /** Id of the chain; in capitals it begins the variables of its nodes. */
  chain: string;
  /** The nodes that a listener reads, and what answers beside them; a third kind needs a second. */
  primary: NodeKind;
  secondary?: NodeKind;
  tertiary?: NodeKind;
};

/** Nodes of one network of one chain, as configured. `label` is "" for the chain's main variable. */
export type NodeSetting = {
  chain: string;
  label: string;
  urls: string[];
  /** What answers beside them, such as execution nodes of Ethereum, REST gateways of CometBFT chains. */
  secondaryUrls: string[];
  /** What else is asked beside both, such as relays of Ethereum. */
  tertiaryUrls: string[];
};

/** What nodes are to their chain's listener. */
export type NodeRole = "primary" | "secondary" | "tertiary";

/** All kinds of a chain's nodes, in their order. */
export const kindsOf = ({ primary, secondary, tertiary }: ChainNodes): NodeKind[] =>
  [primary, secondary, tertiary].filter((kind) => kind !== undefined);

/** The variable that names nodes of a chain's network. */
export function variableOf(chain: string, label: string, { kind }: NodeKind): string {
  return [chain, label, kind, "URLS"]
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

/** A variable of nodes; `kind` is the place among the chain's kinds. */
type NodeVariable = { chain: string; label: string; kind: number };

/** The chain, label and kind that a variable's name says; undefined for other variables. */
export function parseNodeVariable(name: string, chains: readonly ChainNodes[]): NodeVariable | undefined {
  // Every variable of the environment comes here, and a pattern takes longer.
  if (!name.endsWith("_URLS")) return undefined;
  for (const nodes of chains) {
    const kinds = kindsOf(nodes).map(({ kind }) => kind);
    const pattern = new RegExp(`^${nodes.chain.toUpperCase()}_(?:([A-Z0-9_]+)_)?(${kinds.join("|")})_URLS$`);
    const [, label = "", kind] = pattern.exec(name) ?? [];
    if (kind !== undefined)
      return { chain: nodes.chain, label: label.toLowerCase(), kind: kinds.indexOf(kind) };
  }
  return undefined;
}

/** Variables of further networks whose label stands in this name. */
export function likelyNodeVariables(name: string, chains: readonly ChainNodes[]): string[] {
  const [first = "", ...rest] = name.split("_");
  const nodes = chains.find(({ chain }) => chain.toUpperCase() === first);
  if (nodes === undefined) return [];
  const labels = rest.map((_, place) => rest.slice(0, place + 1).join("_"));
  return labels.flatMap((label) => kindsOf(nodes).map((kind) => variableOf(nodes.chain, label, kind)));
}

function kindOf({ chain, kind }: NodeVariable, chains: readonly ChainNodes[]): NodeKind {
  const nodes = chains.find((one) => one.chain === chain);
  return (nodes === undefined ? undefined : kindsOf(nodes)[kind]) ?? { kind: "", description: "" };
}

function neededText({ protocols = httpOnly }: Pick<NodeKind, "protocols">): string {
  const names = protocols.map((protocol) => `${protocol}(s)`).join(" or ");
  return `a comma list of ${names} addresses is needed, such as ${protocols[0]}://localhost:5052`;
}

/** A name that stands before two addresses: what is counted and said of them could not be told apart. */
function givenTwice(addresses: readonly string[]): string | undefined {
  const names = addresses.map(givenName).filter((name) => name !== undefined);
  return names.find((name, place) => names.indexOf(name) < place);
}

/** Nodes of chains that have none of their own, by another chain's variable. */
function defaultNodesOf(
  environment: Record<string, string>,
  chains: readonly ChainNodes[],
  nodes: readonly NodeSetting[],
): NodeSetting[] {
  return chains.flatMap(({ chain, primary }) => {
    if (primary.fallback === undefined || nodes.some((node) => node.chain === chain && node.label === ""))
      return [];
    const [url] = urlList(primary).safeParse(environment[primary.fallback] ?? "").data ?? [];
    return url === undefined ? [] : [{ chain, label: "", urls: [url], secondaryUrls: [], tertiaryUrls: [] }];
  });
}

/** Every variable of nodes with the further ones of the same name, in the order of their names. */
export function readNodes(
  environment: Record<string, string>,
  chains: readonly ChainNodes[],
): { nodes: NodeSetting[]; defaultNodes: NodeSetting[]; problems: string[] } {
  const problems: string[] = [];
  const nodes: NodeSetting[] = [];
  const further = new Map<string, string[]>();
  const keyOf = ({ chain, label, kind }: NodeVariable) => `${chain}/${label}/${kind}`;
  for (const [name, text] of Object.entries(environment).sort()) {
    const variable = parseNodeVariable(name, chains);
    if (variable === undefined) continue;
    const { chain, label } = variable;
    const kind = kindOf(variable, chains);
    const urls = urlList(kind).safeParse(text);
    for (const address of text.split(",")) readAddress(address.trim());
    const twice = urls.data === undefined ? undefined : givenTwice(urls.data);
    if (!urls.success) problems.push(`${name}: ${neededText(kind)}`);
    else if (twice !== undefined) problems.push(`${name}: two addresses have the name ${twice}`);
    else if (variable.kind === 0)
      nodes.push({ chain, label, urls: urls.data, secondaryUrls: [], tertiaryUrls: [] });
    else further.set(keyOf(variable), urls.data);
  }
  const defaults = defaultNodesOf(environment, chains, nodes);
  for (const node of [...nodes, ...defaults]) {
    node.secondaryUrls = further.get(keyOf({ ...node, kind: 1 })) ?? [];
    node.tertiaryUrls = further.get(keyOf({ ...node, kind: 2 })) ?? [];
  }
  // Who names what answers beside a chain's nodes asks for the chain.
  const isAsked = ({ secondaryUrls, tertiaryUrls }: NodeSetting) =>
    secondaryUrls.length + tertiaryUrls.length > 0;
  return {
    nodes: [...nodes, ...defaults.filter(isAsked)],
    defaultNodes: defaults.filter((node) => !isAsked(node)),
    problems,
  };
}

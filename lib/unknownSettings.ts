/** Variables that look like settings and aren't: a misspelled setting would go unnoticed. */

import { distance as levenshteinDistance } from "fastest-levenshtein";
import { elementAt } from "./elementAt.ts";

/** Whether one name becomes the other when two neighbouring letters change places. */
function isSwapped(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  const at = [...left].findIndex((letter, place) => letter !== right[place]);
  return at >= 0 && left.slice(0, at) + left[at + 1] + left[at] + left.slice(at + 2) === right;
}

/** Edits from one name to the other: a letter more, fewer or another, or two neighbours swapped. */
const distance = (left: string, right: string): number =>
  isSwapped(left, right) ? 1 : levenshteinDistance(left, right);

const firstWord = (name: string) => name.split("_", 1)[0] ?? "";

/** A word without its ending: proxy and proxies, migrate and migration are one. */
const stemOf = (word: string) => word.replace(/(?:IES|Y)$/, "I").replace(/(?:IONS?|ING|ED|ES|E|S)$/, "");

/** The words' stems, in any order. */
const stemsOf = (name: string) => name.split("_").map(stemOf).sort().join("_");
const lettersOf = (name: string) => name.replaceAll("_", "");

/** A way to write a name, with a bit for each character that it has. */
type Form = { text: string; characters: number };

const toForm = (text: string): Form => ({
  text,
  characters: [...text].reduce((bits, character) => bits | (1 << (character.charCodeAt(0) & 31)), 0),
});

const knownForms = new Map<string, readonly Form[]>();

/** Forms of a name: the name itself, its sorted words without endings, its letters without separators. */
function formsOf(name: string): readonly Form[] {
  const forms = knownForms.get(name) ?? [name, stemsOf(name), lettersOf(name)].map(toForm);
  knownForms.set(name, forms);
  return forms;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** A step takes at most one character away and brings another: most names differ by more before any step is counted. */
function distanceOfForms(left: Form, right: Form, most: number): number {
  if (countBits(left.characters ^ right.characters) > 2 * most) return Number.POSITIVE_INFINITY;
  return distance(left.text, right.text);
}

/** Steps between names whose words may have other endings, another order, or nothing between them. */
function steps(name: string, candidate: string, most: number): number {
  const others = formsOf(candidate);
  return Math.min(
    ...formsOf(name).map((form, place) => distanceOfForms(form, elementAt(others, place), most)),
  );
}

/** Most differences of a misspelled name; short words resemble too many others. */
const slipsMax = (name: string) => (lettersOf(name).length < 7 ? 1 : 2);

/** Variables that Kubernetes and Docker set in every container for its neighbouring services. */
const ofServices =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/;
/** A service's address in a variable that ends like our ports. */
const addressOfService = /^(?:tcp|udp|sctp):\/\//;

/** Variables of the servers' images and scripts, and of docker-compose.yml, which may be in the same file. */
const ofServers = [
  /^(?:CLICKHOUSE|KAFKA|REDIS|STAGE|TRANSFORM|PROMETHEUS|GRAFANA)_MEMORY$/,
  /^CLICKHOUSE_(?:DB|USER|PASSWORD(?:_FILE)?|CONFIG|UID|GID|DO_NOT_CHOWN|RUN_AS_ROOT)$/,
  /^KAFKA_(?:HOME|CACHE|VERSION|CLUSTER_ID|NODE_ID|BROKER_ID|PROCESS_ROLES)$/,
];
/** So may be what begins or ends like theirs, unless it is next to a name of ours. */
const likeServers = [
  /^CLICKHOUSE_(?:WATCHDOG_\w+|DEFAULT_\w+|SKIP_\w+|INIT_\w+|ALWAYS_\w+)$/,
  /^KAFKA_(?:\w*OPTS|JMX_\w+|LOG\w*|CFG_\w+)$/,
  /^KAFKA_(?:\w*LISTENERS?\w*|CONTROLLER_\w+|INTER_BROKER_\w+|OFFSETS_\w+|TRANSACTION_\w+|GROUP_\w+|NUM_\w+|AUTO_\w+)$/,
  /_PORT$/,
];

/** Settings of data locations: with one misspelled, the data is somewhere else. */
const places = /(?:_DIR|^BACKUP_DESTINATION|^CLICKHOUSE_\w+|^KAFKA_\w+)$/;

export type NameSpace = {
  isSetting(name: string): boolean;
  /** Settings that a variable may be meant to be. */
  candidates(name: string): string[];
  /** First words that only our settings have. */
  words: ReadonlySet<string>;
};

/** `isError`: the process must not begin; otherwise the name may belong to another program. */
type NameProblem = { text: string; isError: boolean };

function nearestOf(names: readonly string[], stepsOf: (name: string) => number): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, steps: stepsOf(name) }))
    .sort((left, right) => left.steps - right.steps);
  return nearest?.name;
}

/** The same name after a first word that is spelled as ours are. */
const withOwnWord = (name: string, { words, isSetting }: NameSpace): string[] =>
  [...words]
    .filter((word) => distance(word, firstWord(name)) === 1)
    .map((word) => word + name.slice(firstWord(name).length))
    .filter(isSetting);

/** The problem of a variable's name, if any. Names unlike ours are left alone. */
export function unknownProblem(name: string, value: string, space: NameSpace): NameProblem | undefined {
  const { isSetting, candidates, words } = space;
  if (isSetting(name) || ofServices.test(name) || ofServers.some((pattern) => pattern.test(name)))
    return undefined;
  if (name.endsWith("_PORT") && addressOfService.test(value)) return undefined;
  const isOwn = words.has(firstWord(name)) && name.includes("_");
  const most = slipsMax(name);
  const ofFirst = (candidate: string) => firstWord(candidate) === firstWord(name);
  const all = [...candidates(name), ...withOwnWord(name, space)];
  const near = nearestOf(
    all.filter((candidate) => steps(name, candidate, most) <= most),
    (candidate) => steps(name, candidate, most) - Number(ofFirst(candidate)) / 2,
  );
  const isTheirs = likeServers.some((pattern) => pattern.test(name));
  const nearest =
    near ??
    (isOwn && !isTheirs ? nearestOf(all.filter(ofFirst), (other) => distance(name, other)) : undefined);
  if (nearest === undefined) return undefined;
  const isError = isOwn || name.includes("_") || places.test(nearest);
  return { text: `${name} is not a setting; did you mean ${nearest}?`, isError };
}

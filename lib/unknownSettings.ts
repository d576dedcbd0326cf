/** Variables that look like settings and are none: a setting that is misspelled would go unnoticed. */

/** Steps (a letter more, fewer or another) from one name to the other. */
export function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (const [place, other] of [...right].entries())
      next.push(
        Math.min(
          (row[place] ?? 0) + Number(letter !== other),
          (row[place + 1] ?? 0) + 1,
          (next[place] ?? 0) + 1,
        ),
      );
    row = next;
  }
  return row[right.length] ?? 0;
}

const firstWord = (name: string) => name.split("_", 1)[0] ?? "";

/** What misses a name by no more is meant to be it. */
const slipsMax = 2;

/** What Kubernetes and Docker tell every container of the services beside it, whatever these are called. */
const ofServices =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/;

/** What the images and scripts of the servers read, and docker-compose.yml, which may stand in the same file. */
const ofServers = [
  /^(?:CLICKHOUSE|KAFKA|REDIS|STAGE|TRANSFORM|PROMETHEUS|GRAFANA)_MEMORY$/,
  /^CLICKHOUSE_(?:DB|USER|PASSWORD(?:_FILE)?|CONFIG|UID|GID|DO_NOT_CHOWN|RUN_AS_ROOT|WATCHDOG_\w+|DEFAULT_\w+|SKIP_\w+|INIT_\w+|ALWAYS_\w+)$/,
  /^KAFKA_(?:HOME|CACHE|VERSION|\w*OPTS|JMX_\w+|LOG\w*|CLUSTER_ID|NODE_ID|BROKER_ID|PROCESS_ROLES|CFG_\w+)$/,
  /^KAFKA_(?:\w*LISTENERS?\w*|CONTROLLER_\w+|INTER_BROKER_\w+|OFFSETS_\w+|TRANSACTION_\w+|GROUP_\w+|NUM_\w+|AUTO_\w+)$/,
];

export type NameSpace = {
  isSetting(name: string): boolean;
  /** Settings that a variable may be meant to be. */
  candidates(name: string): string[];
  /** First words that only our settings have. */
  words: ReadonlySet<string>;
};

/** What is wrong with a variable's name, if anything. Names that are not like ours are left alone. */
export function unknownProblem(
  name: string,
  { isSetting, candidates, words }: NameSpace,
): string | undefined {
  if (isSetting(name) || ofServices.test(name) || ofServers.some((pattern) => pattern.test(name)))
    return undefined;
  const ranked = candidates(name)
    .filter((candidate) => firstWord(candidate) === firstWord(name))
    .map((candidate) => ({ candidate, steps: distance(name, candidate) }))
    .sort((left, right) => left.steps - right.steps);
  const [nearest] = ranked;
  if (nearest === undefined || !name.includes("_")) return undefined;
  if (!words.has(firstWord(name)) && nearest.steps > slipsMax) return undefined;
  return `${name} is not a setting; did you mean ${nearest.candidate}?`;
}

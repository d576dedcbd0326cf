/** What an explanation says beside its rows: the numbers, how they are made, and what is missing. */
import type { Explained, ExplainedNumber } from "./declaration.ts";

/** Columns of a row as JSON. What is a number among them never passes through JavaScript. */
export type Values = ReadonlyMap<string, string>;

/** A value as a condition of SQL says it. */
const literal = (json: string) =>
  json.startsWith('"') ? `'${(JSON.parse(json) as string).replace(/[\\']/g, "\\$&")}'` : json;

function keyText(key: Explained["keyOf"][string], values: Values): string {
  const columns = Array.isArray(key) ? key.map((column: string) => [column, column]) : Object.entries(key);
  return columns
    .map(([column = "", name = ""]) => `${column} = ${literal(values.get(name) ?? "null")}`)
    .join(" and ");
}

/** Kinds of facts that aren't all here, with how many are. */
function missingFacts({ facts }: Explained, values: Values) {
  return Object.entries(facts).flatMap(([name, fact]) => {
    const expected = Number(values.get(`${name}Expected`) ?? 0);
    const known = Number(values.get(`${name}Known`) ?? 0);
    return known >= expected ? [] : [{ name, ...fact, expected, known }];
  });
}

type Missing = ReturnType<typeof missingFacts>;

/** What is missing, why, and what to do; null when nothing is. */
function reasonOf(explained: Explained, missing: Missing, date: string, network: string): string | null {
  if (missing.length === 0) return null;
  const parts = missing.map(({ what, keptBy, expected, known }) => {
    const kept = keptBy === undefined ? "" : `, which are kept as long as ${keptBy} says`;
    return `Of ${expected} ${what}${kept}, ${known} are here.`;
  });
  const remedies = missing.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy]));
  if (remedies.length < missing.length) {
    const command =
      explained.backfill?.(date, network) ??
      `backfill ${explained.chain.id}/${network} --from ${date} --to ${date}`;
    parts.push(`\`validator-analytics ${command}\` reads them again, from a node that has them.`);
  }
  return [...parts, ...remedies].join(" ");
}

function numberText(number: ExplainedNumber, explained: Explained, values: Values, missing: Missing): string {
  const { name, unit, formula, source, table, column, isSum = true } = number;
  const madeOf = number.madeOf ?? Object.keys(explained.facts).slice(0, 1);
  const isComplete = !missing.some((fact) => madeOf.includes(fact.name));
  const key = keyText(explained.keyOf[table] ?? [], values);
  const described = JSON.stringify({ unit, formula, source, table, column, key, isSum, isComplete }).slice(1);
  return `{"name":${JSON.stringify(name)},"value":${values.get(name) ?? "null"},${described}`;
}

/** The fields of `explainHead` as JSON, without braces. */
export function headText(
  explained: Explained,
  { network, subject, date }: { network: string; subject: string; date: string },
  values: Values,
): string {
  const missing = missingFacts(explained, values);
  const numbers = explained.numbers.map((number) => numberText(number, explained, values, missing));
  const said = {
    network,
    subject,
    date,
    isDayComplete: values.get("isDayComplete") === "true",
    isComplete: missing.length === 0,
    reason: reasonOf(explained, missing, date, network),
  };
  return `${JSON.stringify(said).slice(1, -1)},"numbers":[${numbers.join(",")}]`;
}

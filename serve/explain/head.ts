/** The head of an explanation: the numbers, their formulas, and the missing facts. */
import type { Explained, ExplainedNumber } from "./declaration.ts";
import { otherwiseUnknown, type Values } from "./nulls.ts";

/** A value as an SQL condition. */
const literal = (json: string) =>
  json.startsWith('"') ? `'${(JSON.parse(json) as string).replace(/[\\']/g, "\\$&")}'` : json;

/** An expression with the values of its placeholders in place, so that any reader can run it. */
const filled = (column: string, values: Values) =>
  column.replace(/\{(\w+):\w+\}/g, (_, name: string) => literal(values.get(name) ?? "null"));

function keyText(key: Explained["keyOf"][string], values: Values): string {
  const columns = Array.isArray(key) ? key.map((column: string) => [column, column]) : Object.entries(key);
  return columns
    .map(([column = "", name = ""]) => `${column} = ${literal(values.get(name) ?? "null")}`)
    .join(" and ");
}

/** Kinds of facts that are incomplete, with the number stored. */
function missingFacts({ facts }: Explained, values: Values) {
  return Object.entries(facts).flatMap(([name, fact]) => {
    const expected = Number(values.get(`${name}Expected`) ?? 0);
    const knownCount = Number(values.get(`${name}Known`) ?? 0);
    return knownCount >= expected ? [] : [{ name, ...fact, expected, known: knownCount }];
  });
}

type Missing = ReturnType<typeof missingFacts>;

/** The missing facts, the reason, and the remedy. */
function factsReason(explained: Explained, missing: Missing, date: string, network: string): string[] {
  if (missing.length === 0) return [];
  const parts = missing.map(({ what, keptBy, expected, known: knownCount }) => {
    const kept = keptBy === undefined ? "" : ` (retention: ${keptBy})`;
    return `${knownCount} of ${expected} ${what} are stored${kept}.`;
  });
  const remedies = missing.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy]));
  if (remedies.length < missing.length) {
    const command =
      explained.backfill?.(date, network) ??
      `backfill ${explained.chain.id}/${network} --from ${date} --to ${date}`;
    parts.push(`\`validator-analytics ${command}\` reads them again, from a node that has them.`);
  }
  return [[...parts, ...remedies].join(" ")];
}

/** Whether all facts of a number are stored, which are missing, and why it is null. */
function completenessOf(number: ExplainedNumber, explained: Explained, values: Values, missing: Missing) {
  const madeOf = number.madeOf ?? Object.keys(explained.facts).slice(0, 1);
  const gone = missing.filter((fact) => madeOf.includes(fact.name));
  const whyNull = explained.nulls?.[number.name] ?? otherwiseUnknown;
  const ofNull = (values.get(number.name) ?? "null") === "null" ? whyNull(values) : undefined;
  const ofFacts = gone.length === 0 ? null : `not all ${gone.map(({ what }) => what).join(", ")} are stored`;
  return {
    isUnknown: ofNull?.isUnknown ?? false,
    isComplete: gone.length === 0 && !ofNull?.isUnknown,
    reason: ofNull?.reason ?? ofFacts,
  };
}

type Described = { number: ExplainedNumber; isUnknown: boolean; isComplete: boolean; reason: string | null };

function numberText({ number, isComplete, reason }: Described, explained: Explained, values: Values): string {
  const { name, unit, formula, source, isSum = true } = number;
  const column = filled(number.column, values);
  const { table } = number;
  const key = keyText(explained.keyOf[table] ?? [], values);
  const described = { unit, formula, source, table, column, key, isSum, isComplete, reason };
  const value = values.get(name) ?? "null";
  return `{"name":${JSON.stringify(name)},"value":${value},${JSON.stringify(described).slice(1)}`;
}

/** Numbers that are unknown, by reason. */
function unknownReason(described: readonly Described[]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { number, isUnknown, reason } of described)
    if (isUnknown) byReason.set(reason ?? "", [...(byReason.get(reason ?? "") ?? []), number.name]);
  return [...byReason].map(([reason, names]) => `Unknown: ${names.join(", ")} (${reason}).`);
}

/** The fields of `explainHead` as JSON, without braces. */
export function headText(
  explained: Explained,
  { network, subject, date }: { network: string; subject: string; date: string },
  values: Values,
): string {
  const missing = missingFacts(explained, values);
  const described = explained.numbers.map((number) => ({
    number,
    ...completenessOf(number, explained, values, missing),
  }));
  const reasons = [...factsReason(explained, missing, date, network), ...unknownReason(described)];
  const said = {
    network,
    subject,
    date,
    isDayComplete: values.get("isDayComplete") === "true",
    isComplete: reasons.length === 0,
    reason: reasons.length === 0 ? null : reasons.join(" "),
  };
  const numbers = described.map((one) => numberText(one, explained, values));
  return `${JSON.stringify(said).slice(1, -1)},"numbers":[${numbers.join(",")}]`;
}

/** How long rows are kept: `<CHAIN>_KEEP_<KIND>_DAYS`. */

/** Days by the names in the tables' front matter (`keep`); 0: forever. */
export type KeepDays = Readonly<Partial<Record<"raw" | "epoch" | "day", number>>>;

export const keepDescriptions: Record<keyof KeepDays, string> = {
  raw: "Days that raw facts are kept; a complete, reconciled day no longer needs them (0 = forever)",
  epoch: "Days that epoch rows of validators are kept (0 = forever)",
  day: "Days that daily rows of validators are kept (0 = forever)",
};

export const keepKinds = Object.keys(keepDescriptions) as (keyof KeepDays)[];
export const keepVariable = (chain: string, kind: keyof KeepDays) =>
  `${chain}_keep_${kind}_days`.toUpperCase();

/** How long a chain's rows are kept. */
export function keepDaysOf(
  { chainVariables }: { chainVariables: Readonly<Record<string, unknown>> },
  { chain, keepDays }: { chain: string; keepDays: KeepDays },
): KeepDays {
  const kinds = keepKinds.filter((kind) => keepDays[kind] !== undefined);
  return Object.fromEntries(kinds.map((kind) => [kind, chainVariables[keepVariable(chain, kind)] as number]));
}

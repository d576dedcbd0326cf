/**
 * Operators of stakers, and what slashing has left of operators' magnitudes. eigenlayer-contracts 1.9.0:
 * DelegationManager.delegatedTo, zero without an operator, and AllocationManager.getMaxMagnitude, of 10^18.
 */
import type { Figure, Kind } from "../figure.ts";
import { addressText, dayEndsAndNewest, type EigenlayerSource, explainPath, readEach } from "./source.ts";

const subjectsOf = (_point: number, figures: readonly Figure[]) => ({
  subjects: [...new Set(figures.map(({ subject }) => subject))],
});

export function delegations(source: EigenlayerSource): Kind {
  return {
    name: "delegations",
    title: "operators of stakers",
    source: "DelegationManager.delegatedTo",
    pointsOf: dayEndsAndNewest(source),
    read: (point, context) =>
      readEach<{ staker: string }>(
        source,
        { sql: "eigenlayer/verify_delegators", point, context },
        {
          view: ({ staker }) => ["delegatedTo", [staker]],
          figures: ({ staker }, [operator]) => [
            { subject: staker, item: "operator", value: addressText(operator) },
          ],
        },
      ),
    own: { sql: "eigenlayer/verify_delegations", values: subjectsOf },
    explain: (figure, date) => explainPath(figure, date, "delegation"),
  };
}

export function maxMagnitudes(source: EigenlayerSource): Kind {
  return {
    name: "max_magnitudes",
    title: "magnitudes that slashing has left",
    source: "AllocationManager.getMaxMagnitude",
    pointsOf: dayEndsAndNewest(source),
    read: (point, context) =>
      readEach<{ operator: string; strategy: string }>(
        source,
        { sql: "eigenlayer/verify_slashed_operators", point, context },
        {
          view: ({ operator, strategy }) => ["getMaxMagnitude", [operator, strategy]],
          figures: ({ operator, strategy }, [magnitude]) => [
            { subject: operator, item: `max_magnitude/${strategy}`, value: String(magnitude) },
          ],
        },
      ),
    own: {
      sql: "eigenlayer/verify_max_magnitudes",
      values: (_point, figures) => ({ pairs: figures.map(({ subject, item }) => `${subject}/${item}`) }),
    },
  };
}

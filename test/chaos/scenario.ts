/** A scenario and its outcome. */
import type { Random } from "../../fixtures/random.ts";
import type { Difference } from "./tables.ts";

export type Size = "full" | "ci";

export type ScenarioContext = {
  seed: number;
  size: Size;
  /** Seeded by the run's seed and the scenario: the same seed makes the same choices. */
  random: Random;
  /** One line for the reader of the output. */
  note(text: string): void;
};

/** One line of the table. */
export type Outcome = Difference & {
  name: string;
  /** The faults, with numbers. */
  faults: string;
  /** From the end of the last fault to tables that equal the reference; undefined when they never did. */
  recoverySeconds: number | undefined;
  /** All other deviations. */
  problems: string[];
};

export type Scenario = {
  number: number;
  name: string;
  /** The approximate duration with small numbers; none: it is left out of that selection. */
  ciSeconds?: number;
  /** Further cases of other scenarios: only the night runs them. */
  isFurther?: boolean;
  run(context: ScenarioContext): Promise<Outcome[]>;
};

export function hasFailed(outcome: Outcome): boolean {
  return (
    outcome.lost > 0 ||
    outcome.doubled > 0 ||
    outcome.problems.length > 0 ||
    outcome.recoverySeconds === undefined
  );
}

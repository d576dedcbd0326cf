/** Where the time of a run went, for its summary. */
import type { TestModule } from "vitest/node";

export type Phases = {
  import: number;
  migrate: number;
  generate: number;
  engine: number;
  code: number;
  waiting: number;
};

const meanings: Readonly<Record<keyof Phases, string>> = {
  import: "loading modules",
  migrate: "creating warehouses",
  generate: "generating chains",
  engine: "statements of the warehouse",
  code: "other code that ran",
  waiting: "waiting for processes, sockets and other files",
};

/**
 * Seconds of one file by phase; they add up to its duration. Phases are known in seconds that passed, apart from the
 * processor's: statements that ran at once count once as far as the file's own time allows.
 */
export function phasesOf(module: Pick<TestModule, "diagnostic" | "meta">): Phases {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const { migrate = 0, generate = 0, engine = 0, processor = 0 } = module.meta().clock ?? {};
  const imported = (setupDuration + collectDuration) / 1000;
  let left = duration / 1000;
  const take = (seconds: number) => {
    const taken = Math.max(0, Math.min(left, seconds));
    left -= taken;
    return taken;
  };
  const phases = { import: imported, migrate: take(migrate), generate: take(generate), engine: take(engine) };
  const code = take(processor - Object.values(phases).reduce((sum, seconds) => sum + seconds, 0));
  return { ...phases, code, waiting: left };
}

/** A line for each phase: seconds over all files, and their share. */
export function splitLines(modules: readonly Pick<TestModule, "diagnostic" | "meta">[]): string[] {
  const all = modules.map(phasesOf);
  const sums = (Object.keys(meanings) as (keyof Phases)[]).map(
    (phase) => [phase, all.reduce((sum, phases) => sum + phases[phase], 0)] as const,
  );
  const total = sums.reduce((sum, [, seconds]) => sum + seconds, 0) || 1;
  return sums.map(([phase, seconds]) => {
    const share = `${Math.round((100 * seconds) / total)} %`;
    return `${seconds.toFixed(1).padStart(8)} s ${share.padStart(5)}  ${phase}: ${meanings[phase]}\n`;
  });
}

/** Results of benchmarks, and their output. */

/** One measured number. `input` describes the input's size, so that runs can be compared. */
export type Figure = { metric: string; value: number; unit: string; input: string };

/** A benchmark runs once per call: the runner repeats it and takes the median of each metric. */
export type Bench = {
  name: string;
  run(): Promise<Figure[]>;
  /** Cleanup after the last run: open handles, and files. */
  close?(): Promise<void>;
};

/** @throws RangeError for an empty list */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (upper === undefined || lower === undefined) throw new RangeError("No values");
  return (upper + lower) / 2;
}

/** The median of each metric over several runs, in the order of the first run. */
export function summarize(runs: readonly Figure[][]): Figure[] {
  const [first = []] = runs;
  return first.map((figure) => {
    const values = runs.flatMap((run) =>
      run
        .filter(({ metric, input }) => metric === figure.metric && input === figure.input)
        .map(({ value }) => value),
    );
    return { ...figure, value: median(values) };
  });
}

/** One JSON line. Six significant digits are more than a run repeats. */
export function formatFigure(bench: string, figure: Figure): string {
  return JSON.stringify({
    bench,
    metric: figure.metric,
    value: Number(figure.value.toPrecision(6)),
    unit: figure.unit,
    input: figure.input,
  });
}

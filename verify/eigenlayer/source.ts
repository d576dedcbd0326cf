/** What comparisons of EigenLayer share. A point is a block: the last one of a UTC day, or the newest one. */
import { readViews, type View, type ViewAnswer } from "../../ingest/eigenlayer/reported.ts";
import type { EigenlayerInfo } from "../../ingest/eigenlayer/session.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Figure, NodeFigures, ReadContext } from "../figure.ts";
import { newestHourly } from "../refusals.ts";

/** The last block of a UTC day whose states are computed. */
export type DayEnd = { block: number; date: string };

export type EigenlayerSource = EigenlayerInfo & {
  /** Days that end in a range, a sample of them at most. */
  dayEnds(range: HeightRange): Promise<DayEnd[]>;
};

/** Subjects of a point: each is a call of a contract, 50 of which are a request. */
export const sampleSize = 256;

/** Last blocks of days, and the newest block: the only one whose state all nodes have. */
export function dayEndsAndNewest({ dayEnds }: EigenlayerSource): (range: HeightRange) => Promise<number[]> {
  const newest = newestHourly();
  return async (range) => {
    const blocks = (await dayEnds(range)).map(({ block }) => block);
    return [...new Set([...blocks, ...(await newest(range))])];
  };
}

/** Last blocks of days alone, for what is computed at the ends of days. */
export const dayEndsOnly =
  ({ dayEnds }: EigenlayerSource) =>
  async (range: HeightRange): Promise<number[]> => [
    ...new Set((await dayEnds(range)).map(({ block }) => block)),
  ];

/** Figures of a view for each row of a sample; without a sample, there are none to compare. */
export async function readEach<Row>(
  source: EigenlayerSource,
  { sql, point, context }: { sql: string; point: number; context: ReadContext },
  { view, figures }: { view: (row: Row) => View; figures: (row: Row, answer: ViewAnswer) => Figure[] },
): Promise<NodeFigures> {
  const sample = await context.rows<Row>(sql, { size: sampleSize });
  const answers = await readViews(source, sample.map(view), point, context.signal);
  if ("missing" in answers) return answers;
  return { figures: sample.flatMap((row, i) => figures(row, answers[i] ?? [])) };
}

export const addressText = (value: unknown) => String(value).toLowerCase();

/** Path of the explanation of a delegator's day, of the strategy that an item names. */
export function explainPath({ subject, item }: Figure, date: string, kind: string): string {
  const strategy = /\/(0x[0-9a-f]{40})$/.exec(item)?.[1];
  const ofStrategy = strategy === undefined ? "" : `&strategy=${strategy}`;
  return `/v1/eigenlayer/delegators/${subject}/explain?date=${date}${ofStrategy}&kind=${kind}`;
}

/** Compares a range of heights with the nodes, kind by kind. One point that fails ends neither the kind nor the run. */
import { errorMessage } from "../lib/errors.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import type { Logger } from "../lib/logger.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { QueryParams, Store } from "../lib/store/store.ts";
import { compareFigures, type Difference } from "./compare.ts";
import type { Figure, Kind, OwnFigure, Verification } from "./figure.ts";
import { knownErrors } from "./nodeErrors.ts";

/** The result of one point of a kind. */
export type PointResult = {
  kind: string;
  point: number;
  compared: number;
  differences: Difference[];
  /** Why nothing was compared: what the node said, or the error. */
  missing: string | null;
};

export type RunOptions = {
  chain: string;
  family: string;
  network: string;
  store: Store;
  log: Logger;
  signal: AbortSignal;
  /** Name and version of the nodes. */
  software: readonly string[];
  /** Requests a path of the API; undefined: figures are compared with the warehouse only. */
  api?: ((path: string) => Promise<unknown>) | undefined;
};

/** Figures of each point that are compared with the API, too: each is a request. */
const apiFiguresMax = 4;

async function compareApi(
  kind: Kind,
  point: number,
  figures: readonly Figure[],
  api: NonNullable<RunOptions["api"]>,
): Promise<{ compared: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let compared = 0;
  for (const figure of figures) {
    if (compared === apiFiguresMax) break;
    const there = kind.api?.(figure, point);
    if (there === undefined) continue;
    compared += 1;
    const own = there.pick(await api(there.path)) ?? null;
    if (own === figure.value) continue;
    const { subject, item, value } = figure;
    differences.push({
      ...{ kind: kind.name, point, subject, item, against: "API" as const },
      ...{ node: value, own, explain: there.path, nodeError: null },
    });
  }
  return { compared, differences };
}

/** @throws the signal's reason only */
export async function verifyPoint(kind: Kind, point: number, options: RunOptions): Promise<PointResult> {
  const { family, network, store, signal, software, log, api } = options;
  const nothing = (missing: string): PointResult => ({
    ...{ kind: kind.name, point, compared: 0, differences: [], missing },
  });
  try {
    const rows = <Row>(sql: string, values?: QueryParams) =>
      store.rows<Row>(internalSql(sql), { network, point, ...values });
    const answer = await kind.read(point, { signal, software, rows });
    if ("missing" in answer) return nothing(answer.missing);
    const { figures } = answer;
    const own = await rows<OwnFigure>(kind.own.sql, kind.own.values?.(point, figures));
    const errors = knownErrors(family, kind.name, software);
    const inWarehouse = compareFigures(kind, point, { node: figures, own }, errors);
    const inApi =
      api === undefined ? { compared: 0, differences: [] } : await compareApi(kind, point, figures, api);
    return {
      ...{ kind: kind.name, point, missing: null },
      compared: inWarehouse.compared + inApi.compared,
      differences: [...inWarehouse.differences, ...inApi.differences],
    };
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ kind: kind.name, point, err: error }, "verify: a point could not be compared");
    return nothing(errorMessage(error));
  }
}

export type Step = { kind: Kind; point: number };

export type Sampling = {
  range: HeightRange;
  /** Of kinds without points of their own, only each nth height. */
  every: number;
  /** Whether the records of a height can be read: others are left out. */
  isReadable(height: number): Promise<boolean>;
};

/** The points of all kinds in a range. */
export async function stepsOf(
  { kinds }: Verification,
  { range, every, isReadable }: Sampling,
  signal: AbortSignal,
): Promise<Step[]> {
  const heights: number[] = [];
  if (kinds.some(({ pointsOf }) => pointsOf === undefined))
    for (let height = range.from; height <= range.to; height += every)
      if (await isReadable(height)) heights.push(height);
  const ofKinds = await Promise.all(
    kinds.map(async (kind) => {
      const points = (await kind.pointsOf?.(range, signal)) ?? heights;
      return points.map((point): Step => ({ kind, point }));
    }),
  );
  return ofKinds.flat();
}

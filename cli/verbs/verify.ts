/** `verify <network>`: compares figures that nodes report themselves with the warehouse and the API. */
import { writeFile } from "node:fs/promises";
import { z } from "zod";
import type { OpenedChain } from "../../chains/chain.ts";
import type { Config } from "../../lib/config.ts";
import { secondsPerDay } from "../../lib/days.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Verification } from "../../verify/figure.ts";
import { countResult } from "../../verify/metrics.ts";
import { countDifferences, writeResult } from "../../verify/results.ts";
import { type PointResult, type RunOptions, stepsOf, verifyPoint } from "../../verify/run.ts";
import { openApi } from "../process/api.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openNetwork } from "../process/listeners.ts";
import { openStore } from "../process/pipeline.ts";
import { createProgress, type Progress } from "../process/progress.ts";
import { heightsReadable } from "../process/verifying.ts";
import { type VerifyReport, verifyText } from "./verifyText.ts";

export const verifyArgs = z.object({
  network: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  every: z.number().optional(),
});
export type VerifyArgs = z.infer<typeof verifyArgs>;

export type VerifyDeps = {
  config: Config;
  log: Logger;
  store: Store;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Heights that are compared if neither a range nor `--every` is given: spread over the last day of the warehouse. */
const usualHeights = 20;

/** @throws ConfigError for a range of which nothing is written, or a network without data */
async function rangeOf(opened: OpenedChain, store: Store, { from, to }: VerifyArgs): Promise<HeightRange> {
  const { chain, session, parseRange } = opened;
  const { network } = session;
  const newest = await chain.records.newest(store, network);
  if (newest === undefined)
    throw new ConfigError(
      `The warehouse holds no ${chain.unit} of ${networkLabel({ chain: chain.id, network })}`,
    );
  const dayOfHeights = Math.ceil(secondsPerDay / chain.secondsPerHeight);
  const wanted =
    from === undefined && to === undefined
      ? { from: Math.max(0, newest.to - dayOfHeights + 1), to: newest.to }
      : await parseRange({ from: from ?? String(0), to: to ?? String(newest.to) });
  const first = await chain.records.nextWritten(store, network, wanted);
  if (first > wanted.to)
    throw new ConfigError(
      `The warehouse holds no ${chain.unit} from ${wanted.from} to ${wanted.to}; backfill the range first`,
      { code: "bad_range" },
    );
  return { from: first, to: Math.min(wanted.to, newest.to) };
}

function reportOf(
  opened: OpenedChain,
  { kinds }: Verification,
  { software, range, every }: { software: readonly string[]; range: HeightRange; every: number },
  results: readonly PointResult[],
): VerifyReport {
  return {
    ...{ chain: opened.chain.id, network: opened.session.network, unit: opened.chain.unit },
    ...{ ...range, every, software: [...software] },
    kinds: kinds.map(({ name, title, source, unit }) => {
      const own = results.filter(({ kind }) => kind === name);
      const sum = (of: (result: PointResult) => number) => own.reduce((total, one) => total + of(one), 0);
      const missing = own.filter((one) => one.missing !== null);
      return {
        ...{
          kind: name,
          title,
          source,
          unit: unit ?? opened.chain.unit,
          points: own.length - missing.length,
        },
        compared: sum(({ compared }) => compared),
        differing: sum((one) => countDifferences(one).differing),
        nodeErrors: sum((one) => countDifferences(one).nodeErrors),
        missing: missing.map(({ point, missing: reason }) => ({ point, reason: reason ?? "" })),
      };
    }),
    differences: results.flatMap(({ differences }) => differences),
  };
}

/** Runs a comparison with the parts of this process. */
export async function runVerify(args: VerifyArgs, deps: VerifyDeps): Promise<VerifyReport> {
  const { config, store, log, signal, emit } = deps;
  const { opened } = await openNetwork(args.network, config, { store, log, signal });
  const { chain, session } = opened;
  const verification = await opened.verification?.();
  if (verification === undefined)
    throw new ConfigError(
      `verify does not support ${chain.id}. Use the API's reconciliation instead, which compares its records with the chain`,
      { code: "bad_arguments" },
    );
  const range = await rangeOf(opened, store, args);
  const every =
    args.every ?? (args.from === undefined ? Math.ceil((range.to - range.from + 1) / usualHeights) : 1);
  const software = await verification.software(signal);
  const context = { chain: chain.id, network: session.network, unit: chain.unit, software };
  const request = openApi(store, log);
  const api = (path: string) => request(session.network, path);
  const options: RunOptions = { ...context, family: chain.family, store, log, signal, api };
  const isReadable = heightsReadable(chain, session.network, store);
  const steps = await stepsOf(verification, { range, every, isReadable }, signal);
  const results: PointResult[] = [];
  for (const { kind, point } of steps) {
    signal.throwIfAborted();
    const result = await verifyPoint(kind, point, options);
    await writeResult(store, context, kind, result);
    countResult(context, result);
    results.push(result);
    emit({ done: results.length, total: steps.length, phase: kind.title, unit: "point" });
  }
  return reportOf(opened, verification, { software, range, every }, results);
}

export async function verify(context: Context, args: VerifyArgs & { out?: string }): Promise<string> {
  const progress = createProgress(context.log, "verify");
  try {
    const { out, ...request } = args;
    const report = (await forwardOrRun(context, "verify", request, {
      onProgress: (value) => progress.update(value as Progress),
      run: async (emit) => {
        const { config, log, shutdown } = context;
        const store = await openStore(context);
        return await runVerify(request, { config, log, store, emit, signal: shutdown.signal });
      },
    })) as VerifyReport;
    if (out !== undefined) await writeFile(out, `${JSON.stringify(report, null, 2)}\n`);
    const compared = report.kinds.reduce((sum, kind) => sum + kind.compared, 0);
    const differing = report.kinds.reduce((sum, kind) => sum + kind.differing, 0);
    if (differing > 0 || compared === 0) process.exitCode = 1;
    return verifyText(report);
  } finally {
    progress.stop();
  }
}

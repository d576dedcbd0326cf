/** Koios's calls for epochs and their blocks. */
import type { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { checkBlocks } from "../check.ts";
import {
  type Block,
  blockAnswer,
  type EpochInfo,
  type EpochParams,
  epochInfoAnswer,
  epochParamsAnswer,
  totalsAnswer,
} from "./answers.ts";
import { type Koios, orOf, type RowsRequest, someOf } from "./koios.ts";

/** @param pageRows rows of a page, at most as many as nodes return at once */
export function createEpochCalls(koios: Pick<Koios, "rows" | "pages">, pageRows: number) {
  /** An epoch's row; undefined if no node has it, such as before the chain's beginning, which is no node's fault. */
  async function rowOf<Row extends { epoch_no: number }>(
    schema: z.ZodType<Row>,
    path: string,
    epoch: number,
    signal?: AbortSignal,
  ): Promise<Row | undefined> {
    let isMissing = false;
    const check = (rows: Row[]) => {
      if (rows.some(({ epoch_no }) => epoch_no === epoch)) return;
      isMissing = true;
      throw new SourceError(`${path}: no epoch ${epoch}`, { code: "skipped", retryable: false });
    };
    const request: RowsRequest<Row> = { path, query: { _epoch_no: epoch }, signal, check };
    const rows = await koios.rows(schema, request).catch((error: unknown) => {
      // The other nodes may be of no use: on another chain, or lagging far.
      const isUseless = isErrorOfKind(error, "source") && (!error.retryable || error.code === "stale");
      if (isMissing && isUseless) return [];
      throw error;
    });
    return rows.find(({ epoch_no }) => epoch_no === epoch);
  }

  /** An epoch's summary; undefined if no node has it. */
  const epochInfo = (epoch: number, signal?: AbortSignal): Promise<EpochInfo | undefined> =>
    rowOf(epochInfoAnswer, "/epoch_info", epoch, signal);

  /** The first epoch that the node has; undefined if it has none. */
  async function firstEpoch(signal?: AbortSignal): Promise<number | undefined> {
    const query = { order: "epoch_no.asc", offset: 0, limit: pageRows };
    const rows = await koios.rows(epochInfoAnswer, { path: "/epoch_info", query, signal });
    return rows.length === 0 ? undefined : Math.min(...rows.map(({ epoch_no }) => epoch_no));
  }

  /** Protocol parameters in force in an epoch; undefined before Shelley. */
  const epochParams = (epoch: number, signal?: AbortSignal): Promise<EpochParams | undefined> =>
    rowOf(epochParamsAnswer, "/epoch_params", epoch, signal);

  /** Reserves at the start of an epoch, lovelace; null if no node reports them. */
  async function reserves(epoch: number, signal?: AbortSignal): Promise<string | null> {
    const row = await rowOf(totalsAnswer, "/totals", epoch, signal).catch(orOf(undefined));
    return row?.reserves ?? null;
  }

  /** Blocks of a finished epoch, ascending. @throws SourceError `inconsistent` if some are missing */
  async function blocks({ epoch_no, blk_count }: EpochInfo, signal?: AbortSignal): Promise<Block[]> {
    const query = { epoch_no: `eq.${epoch_no}` };
    const check = someOf(`blocks of epoch ${epoch_no}`);
    const rows = await koios.pages(
      blockAnswer,
      { path: "/blocks", query, signal, check },
      "block_height.asc",
      (all) => {
        all.sort((a, b) => a.block_height - b.block_height);
        checkBlocks(epoch_no, blk_count, all);
      },
    );
    return rows;
  }

  /** @throws SourceError `pruned` if no node has the block */
  async function hashAt(height: number, signal?: AbortSignal): Promise<string | undefined> {
    const query = { block_height: `eq.${height}`, limit: 1 };
    const check = someOf(`block ${height}`);
    const rows = await koios.rows(blockAnswer, { path: "/blocks", query, signal, check });
    return rows.find(({ block_height }) => block_height === height)?.hash;
  }

  return { epochInfo, firstEpoch, epochParams, reserves, blocks, hashAt };
}

/** Headers of consecutive blocks: in pages, or from whole blocks where nodes do not offer pages. */
import { isErrorOfKind } from "../../../lib/errors.ts";
import { isOptionalRefused } from "../../node/jsonRpc.ts";
import { isTooMuch } from "../../node/portions.ts";
import { checkHeaders } from "../check.ts";
import { type BlockHeader, headersAnswer, toHeader } from "../header.ts";
import type { RequestNode } from "./rpc.ts";

/** How long an unanswered call is skipped. */
const byBlockMs = 600_000;
/** More headers than CometBFT returns in one `blockchain` call. */
const headersMax = 20;

/** @param chainId the chain id of all nodes; undefined before the first call */
export function createHeaderReader(requestNode: RequestNode, chainId: () => string | undefined) {
  /** Until then, headers are read from whole blocks: the nodes don't offer `blockchain`, or never answer it. */
  let byBlockUntil = 0;

  async function headersByBlock(from: number, to: number, signal?: AbortSignal): Promise<BlockHeader[]> {
    const heights = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    return await Promise.all(
      heights.map((height) =>
        requestNode(`block ${height}`, signal, async (client) => {
          const { blockId, block } = await client.block(height);
          return { ...toHeader(blockId.hash, block.header), transactionCount: block.txs.length };
        }),
      ),
    );
  }

  async function headerPage(from: number, to: number, signal?: AbortSignal): Promise<BlockHeader[]> {
    if (performance.now() < byBlockUntil) return await headersByBlock(from, to, signal);
    try {
      return await requestNode(`blockchain ${from} to ${to}`, signal, async (_, rpc) => {
        const params = { minHeight: String(from), maxHeight: String(to) };
        const { result } = await rpc.execute({ jsonrpc: "2.0", id: from, method: "blockchain", params });
        const page = headersAnswer
          .parse(result)
          .filter(({ height }) => height >= from && height <= to)
          .sort((a, b) => a.height - b.height);
        // Checked here, so that another node is requested for headers that this one lacks.
        checkHeaders(page, { from, to, chainId: chainId() });
        return page;
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (!isOptionalRefused(error) && !isTooMuch(error)) throw error;
      const blockHeaders = await headersByBlock(from, to, signal).catch((other: unknown) => {
        signal?.throwIfAborted();
        throw isErrorOfKind(other, "source") && !other.retryable ? other : error;
      });
      byBlockUntil = performance.now() + byBlockMs;
      return blockHeaders;
    }
  }

  /**
   * Headers of consecutive heights, cross-checked.
   * @throws SourceError `pruned` if no node keeps them, `inconsistent` if they contradict each other
   */
  async function headers(from: number, to: number, signal?: AbortSignal): Promise<BlockHeader[]> {
    const pages: Promise<BlockHeader[]>[] = [];
    for (let first = from; first <= to; first += headersMax)
      pages.push(headerPage(first, Math.min(to, first + headersMax - 1), signal));
    const headerList = (await Promise.all(pages)).flat();
    checkHeaders(headerList, { from, to, chainId: chainId() });
    return headerList;
  }

  return headers;
}

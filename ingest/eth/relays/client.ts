/** A relay's data API (github.com/flashbots/relay-specs): the payloads that it delivered, page by page. */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import { address, root, uint32, uint256 } from "../../../schemas/common.ts";
import type { RelayPayload } from "../../../schemas/eth/facts.ts";
import { startOf } from "../../node/jsonRpc.ts";
import { createNodeSet, type NodeSetOptions } from "../../node/nodes.ts";
import { meaningOfStatus } from "../../node/statuses.ts";
import type { Relay } from "./names.ts";

/** The most records that relays return; some return fewer. */
const limitMax = 200;
/** A record has some 700 bytes. */
const bodyBytesMax = 4_194_304;
const path = "/relay/v1/data/bidtraces/proposer_payload_delivered";

const lowerCase = z.string().toLowerCase();
const digits = z.string().regex(/^\d{1,78}$/);
/** Numbers are decimal digits. A relay without records may return null. */
const pageAnswer = z
  .array(
    z.object({
      slot: z.union([digits.transform(Number), z.number()]).pipe(uint32),
      block_hash: lowerCase.pipe(root),
      builder_pubkey: lowerCase.pipe(z.string().regex(/^0x[0-9a-f]{96}$/)),
      proposer_fee_recipient: lowerCase.pipe(address),
      value: digits.transform((text) => String(BigInt(text))).pipe(uint256),
    }),
  )
  .nullable();

export type RelayPage = {
  /** Newest slot first. */
  payloads: RelayPayload[];
  /** It holds as many as were requested. */
  isFull: boolean;
};

export type RelayClient = {
  readonly name: string;
  /**
   * The newest payloads of a slot and of those before it.
   * @throws SourceError, or the signal's reason
   */
  page(cursor: number, signal?: AbortSignal): Promise<RelayPage>;
};

export type RelayClientOptions = Relay & {
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

/** @throws SourceError `bad_answer`, `bad_json`, or `lying` for unrequested records */
function readPage(text: string, cursor: number): RelayPayload[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw new SourceError(`not JSON: ${startOf(text)}`, { code: "bad_json", cause: error });
  }
  const { success, data, error } = pageAnswer.safeParse(answer);
  if (!success)
    throw new SourceError(
      `unknown answer, ${z.prettifyError(error).slice(0, 300)}; it begins with ${startOf(text)}`,
      { code: "bad_answer" },
    );
  const payloads = (data ?? []).map(({ value, ...payload }) => ({ ...payload, value_wei: value }));
  let before = cursor;
  for (const { slot } of payloads) {
    if (slot > before)
      throw new SourceError(
        `a payload of slot ${slot} follows one of ${before}: the newest slot must come first`,
        {
          code: "lying",
        },
      );
    before = slot;
  }
  return payloads;
}

/** The lower limit that a refusal names; undefined if it is about something else. */
function lowerLimit(refusal: string, requested: number): number | undefined {
  if (requested === 1 || !/limit/i.test(refusal)) return undefined;
  const numbers = [...refusal.matchAll(/\d+/g)].map(Number).filter((one) => one > 0 && one < requested);
  return numbers.length > 0 ? Math.max(...numbers) : Math.floor(requested / 2);
}

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { name, url, requestsPerSecond, log } = options;
  const set = createNodeSet({ urls: [url], requestsPerSecond, log, rounds: 2, ...options.nodeOptions });
  let limit = limitMax;

  /** One answer, or the relay's lower limit. */
  async function request(
    cursor: number,
    pageLimit: number,
    signal?: AbortSignal,
  ): Promise<RelayPayload[] | number> {
    return await set.call({
      path: `${path}?cursor=${cursor}&limit=${pageLimit}`,
      bodyBytesMax,
      statuses: [400],
      signal,
      read: async (response) => {
        const text = (await response.bytes()).toString("utf8");
        if (response.status !== 400) return readPage(text, cursor);
        const { code, retryable } = meaningOfStatus(400, text);
        const lower = code === "refused" ? lowerLimit(text, pageLimit) : undefined;
        if (lower !== undefined) return lower;
        throw new SourceError(`it refuses: ${text.slice(0, 300)}`, { code, retryable });
      },
    });
  }

  return {
    name,
    page: async (cursor, signal) => {
      for (;;) {
        const pageLimit = limit;
        const answer = await request(cursor, pageLimit, signal);
        if (typeof answer !== "number") return { payloads: answer, isFull: answer.length >= pageLimit };
        limit = Math.min(limit, answer);
        log.info({ relay: name, limit }, "the relay returns smaller pages");
      }
    },
  };
}

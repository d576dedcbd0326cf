/** EigenLayer's sidecar over HTTP: cumulative earnings up to a snapshot, and the roots that it has verified. */
import { z } from "zod";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { saysAbsent } from "../node/absence.ts";
import { notJson } from "../node/jsonRpc.ts";
import { createNodeSet, type NodeSetOptions } from "../node/nodes.ts";

/** Mainnet has some hundred thousand earners, at 200 bytes each. */
const bodyBytesMax = 536_870_912;

/** `<earner>/<token>` → cumulative earnings, smallest unit. */
export type Earned = Map<string, bigint>;

/** Checks an answer while it is read: if it throws, the next sidecar is requested. */
export type Check<Value> = (value: Value) => void;

export type Sidecar = {
  /** Roots of the distributions that it has, by index. */
  roots(signal: AbortSignal, check?: Check<Map<number, string>>): Promise<Map<number, string>>;
  /** @param date of the snapshot, YYYY-MM-DD */
  earnedUpTo(date: string, signal: AbortSignal, check?: Check<Earned>): Promise<Earned>;
  /** The leaves of a root. */
  leavesOf(rootIndex: number, signal: AbortSignal): Promise<Earned>;
};

const wholeNumber = z.union([z.string().regex(/^\d+$/).transform(Number), z.int().min(0)]);
const rootsAnswer = z.object({
  distributionRoots: z.array(z.object({ rootIndex: wholeNumber.default(0), root: z.string() })).default([]),
});
const addressPattern = /^0x[0-9a-f]{40}$/;

const notYetWords =
  /not (?:been )?(?:yet )?(?:computed|calculated|generated|processed|ready|synced)|\byet\b/i;

/** For data that it doesn't have yet. */
function notYet(path: string, words = ""): never {
  throw new SourceError(`the sidecar has no ${path} yet${words === "" ? "" : `: ${words}`}`, {
    // This sidecar is requested again for the next root, another one at once.
    ...{ code: "not_yet", retryable: false },
  });
}

function parseBody(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson("the sidecar", status, text, error);
  }
}

function unreadable(problem: string, body: unknown): SourceError {
  return new SourceError(`${problem}: ${JSON.stringify(body).slice(0, 200)}`, { code: "bad_answer" });
}

/** gRPC gateways omit empty lists; an error body is recognized by its own fields. */
function readEarned(body: unknown): Earned {
  const { rewards, error, code, message } = (body ?? {}) as Record<string, unknown>;
  const isError = [error, code, message].some((field) => field !== undefined && field !== null);
  const isList = Array.isArray(rewards) || ((rewards === undefined || rewards === null) && !isError);
  if (typeof body !== "object" || Array.isArray(body) || !isList)
    throw unreadable("the sidecar's rewards are no list", body);
  const earned: Earned = new Map();
  for (const reward of (rewards ?? []) as Record<string, unknown>[]) {
    const [earner, token] = [String(reward.earner).toLowerCase(), String(reward.token).toLowerCase()];
    const amount = String(reward.amount);
    if (!addressPattern.test(earner) || !addressPattern.test(token) || !/^\d{1,78}$/.test(amount))
      throw new SourceError(`the sidecar's reward of ${earner} can't be read`, { code: "bad_answer" });
    earned.set(`${earner}/${token}`, BigInt(amount));
  }
  return earned;
}

export function createSidecar(options: {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
}): Sidecar {
  const set = createNodeSet({ ...options, ...options.nodeOptions });

  async function get<Value>(
    path: string,
    signal: AbortSignal,
    read: (body: unknown) => Value,
  ): Promise<Value> {
    return await set.call({
      path: `/rewards/v1/${path}`,
      bodyBytesMax,
      absent: (_, words) => notYet(path, words),
      statuses: [500],
      signal,
      read: async (response) => {
        const text = (await response.bytes()).toString("utf8");
        if (response.status === 500) {
          const words = text.slice(0, 300);
          if (saysAbsent(500, words) || notYetWords.test(words)) notYet(path, words);
          throw new SourceError(`the sidecar answered 500 to ${path}: ${words}`, { code: "server_error" });
        }
        return read(parseBody(text, response.status));
      },
    });
  }

  return {
    roots: (signal, check) =>
      get("distribution-roots", signal, (body) => {
        const { success, data } = rootsAnswer.safeParse(body);
        if (!success) throw unreadable("the sidecar's roots can't be read", body);
        const roots = new Map(
          data.distributionRoots.map(({ rootIndex, root }) => [rootIndex, root.toLowerCase()]),
        );
        check?.(roots);
        return roots;
      }),
    earnedUpTo: (date, signal, check) =>
      get(`rewards/${date}`, signal, (body) => {
        const earned = readEarned(body);
        check?.(earned);
        return earned;
      }),
    leavesOf: (rootIndex, signal) =>
      get(`distribution-roots/${rootIndex}/rewards`, signal, (body) => {
        const leaves = readEarned(body);
        // A root has at least one earner.
        if (leaves.size === 0) notYet(`leaves of root ${rootIndex}`);
        return leaves;
      }),
  };
}

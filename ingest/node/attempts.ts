/** The attempts of one call: which nodes have given a final answer, and which error is thrown when all have. */
import type { AppError } from "../../lib/errors.ts";

/** Errors of an answer that can't be used: they say more than a failed connection. */
const said: ReadonlySet<string> = new Set(["malformed", "bad_answer", "bad_json", "server_error"]);

/** Ranks the reasons of a failed call: an answer, a final refusal, an unusable answer, a transport error. */
function weight({ retryable, code }: AppError): number {
  // "Nothing here" is a valid answer, even if another node refuses to give it.
  if (code === "skipped") return 3;
  if (!retryable) return 2;
  return said.has(code) ? 1 : 0;
}

/** Several nodes may share one address, and one of them may have pruned data that the others keep. */
const prunedTries = 2;

export type Attempts<Node> = {
  failed(node: Node, error: AppError): void;
  /** Whether the node is not requested again: it has refused, or has used up its attempts. */
  isDone(node: Node): boolean;
  /** The most informative error; of equals, the last one. */
  verdict(): AppError;
};

/** @param rounds attempts per node: a node that is backing off meanwhile uses none of them */
export function createAttempts<Node>(rounds: number): Attempts<Node> {
  const byNode = new Map<Node, { tries: number; error: AppError }>();
  let verdict: AppError | undefined;
  return {
    failed: (node, error) => {
      byNode.set(node, { tries: (byNode.get(node)?.tries ?? 0) + 1, error });
      if (verdict === undefined || weight(error) >= weight(verdict)) verdict = error;
    },
    isDone: (node) => {
      const own = byNode.get(node);
      if (own === undefined) return false;
      const isFinal = !own.error.retryable && (own.error.code !== "pruned" || own.tries >= prunedTries);
      return isFinal || own.tries >= rounds;
    },
    verdict: () => {
      if (verdict === undefined) throw new Error("no node has failed");
      return verdict;
    },
  };
}

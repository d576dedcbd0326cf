/** The tries of one call: which nodes have said their last word on it, and what is thrown when all have. */
import type { AppError } from "../../lib/errors.ts";

/** Answers that say something, even though they can't be used: more than a connection that fails. */
const said: ReadonlySet<string> = new Set(["malformed", "bad_answer", "bad_json", "server_error"]);

/** What counts more as the reason of a failed call: an answer, a last word, an answer of no use, trouble on the way. */
function weight({ retryable, code }: AppError): number {
  // That there is nothing is what was asked for, though another node refuses to say so.
  if (code === "skipped") return 3;
  if (!retryable) return 2;
  return said.has(code) ? 1 : 0;
}

/** Behind one address there may be several nodes, of which one has dropped what the others have. */
const prunedTries = 2;

export type Attempts<Node> = {
  failed(node: Node, error: AppError): void;
  /** Whether the node isn't asked again: it has refused, or was asked as often as it may be. */
  isDone(node: Node): boolean;
  /** The error that says most; of several, the last one. */
  verdict(): AppError;
};

/** @param rounds tries of each node: a node that is backing off meanwhile uses none of them */
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

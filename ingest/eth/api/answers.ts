/** Reads and judges single answers of a beacon node. */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { HttpResponse } from "../../node/http.ts";
import { startOf } from "../../node/jsonRpc.ts";
import type { Node } from "../../node/nodes.ts";
import type { Scanner } from "../scan/array.ts";
import * as api from "./api.ts";
import type { ChainEvent, From, Header } from "./beacon.ts";

export const gibibyte = 1_073_741_824;
export const jsonBytesMax = 134_217_728;
/** Errors with which nodes refuse a call that they don't offer. */
const unsupported: ReadonlySet<string> = new Set(["refused", "too_large"]);
export const idsPerRequest = 4096;

/**
 * Runs an optional call; null if every node refuses.
 * @param onRefused gets the refusal
 */
export async function optional<Value>(
  run: () => Promise<Value>,
  onRefused?: (error: SourceError) => void,
): Promise<Value | null> {
  try {
    return await run();
  } catch (error) {
    const isRefused =
      error instanceof SourceError && error.meta.status !== undefined && unsupported.has(error.code);
    if (!isRefused) throw error;
    onRefused?.(error);
    return null;
  }
}

export function validated<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SourceError(`the answer is not JSON: ${startOf(text)}`, { code: "malformed", cause: error });
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const problem = z.prettifyError(parsed.error).split("\n").slice(0, 4).join(" ").slice(0, 400);
    const start = startOf(text);
    throw new SourceError(
      `the answer has another shape than documented: ${problem}; it begins with ${start}`,
      {
        code: "malformed",
      },
    );
  }
  return parsed.data;
}

export async function json<Schema extends z.ZodType>(
  schema: Schema,
  response: HttpResponse,
): Promise<z.output<Schema>> {
  return validated(schema, (await response.bytes()).toString("utf8"));
}

export async function scan<Result>(
  scanner: Scanner & { result: () => Result },
  response: HttpResponse,
): Promise<Result> {
  for await (const piece of response.stream()) scanner.push(piece);
  scanner.end();
  return scanner.result();
}

export function toHeader(data: z.infer<typeof api.headerAnswer>["data"]): Header {
  const { message } = data.header;
  return {
    root: data.root,
    canonical: data.canonical,
    slot: message.slot,
    proposerIndex: message.proposer_index,
    parentRoot: message.parent_root,
  };
}

/** The answer of a node that does not have the object. */
export const nothing = (node: Node): From<undefined> => ({ value: undefined, node });

/** For a state that must exist: the node has pruned it. */
export function throwPruned(slot: number | string, path: string): (node: Node, words: string) => never {
  return (node, words) => {
    throw new SourceError(
      `${node.name} doesn't have the state at slot ${slot} (${path}): pruned; needs an archive node${words === "" ? "" : ` (${words})`}`,
      { code: "pruned", retryable: false, meta: { node: node.name, slot } },
    );
  };
}

/** An unknown event is ignored: the next head has all of its information. */
export function parseEvent(event: string, data: string): ChainEvent | undefined {
  try {
    if (event === "head" || event === "block")
      return { kind: event, root: validated(api.headEvent, data).block };
    if (event === "chain_reorg")
      return { kind: "head", root: validated(api.reorgEvent, data).new_head_block };
    if (event === "finalized_checkpoint")
      return { kind: "finalized", root: validated(api.finalizedEvent, data).block };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  return undefined;
}

/** @throws SourceError `lying` for the answer about another block than the requested one */
export function checkIdentity(id: string | number, slot: number, root: string | undefined): void {
  const isOtherSlot = typeof id === "number" && slot !== id;
  const isOtherRoot = typeof id === "string" && id.startsWith("0x") && root !== undefined && root !== id;
  if (isOtherSlot || isOtherRoot) {
    throw new SourceError(`requested block ${id}, received slot ${slot}, root ${root ?? "unknown"}`, {
      code: "lying",
    });
  }
}

/**
 * A program's accounts as a node tells them, while its answer comes: that of the stake program has hundreds of megabytes
 * and is never here as a whole.
 */
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Call, Node, NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { createAddressSet } from "./addressSet.ts";
import { createAccountScanner } from "./scan.ts";

/** Parts of `getProgramAccounts`, as the node takes them. */
export type AccountsRequest = {
  program: string;
  filters: readonly object[];
  /** Which bytes of the data are wanted; all without it. */
  dataSlice?: { offset: number; length: number };
  /** The slots that the answer may be of. */
  slots?: { first: number; last?: number | undefined } | undefined;
};

const method = "getProgramAccounts";
/** 1.2 million stake accounts have 0.6 GB. */
const bodyBytesMax = 4_294_967_296;

function bodyOf({ program, filters, dataSlice, slots }: AccountsRequest): string {
  const options = {
    commitment: "finalized",
    encoding: "base64",
    withContext: true,
    filters,
    dataSlice,
    minContextSlot: slots?.first,
  };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [program, options] });
}

function checkSlot(slot: number, { first, last }: NonNullable<AccountsRequest["slots"]>): void {
  if (slot < first)
    throw new SourceError(`${method}: the answer is of slot ${slot}, before ${first}`, { code: "not_yet" });
  if (last !== undefined && slot > last)
    throw new SourceError(`${method}: the answer is of slot ${slot}, beyond ${last}`, {
      code: "too_late",
      retryable: false,
    });
}

/** What is made of an account; undefined leaves it out. */
export type Decode<Value> = (account: Account) => Value | undefined;

/**
 * What is made of the accounts in an answer's bytes, in runs: those of one piece at a time.
 * @throws SourceError `inconsistent` when one comes twice, and as the scanner does
 */
export async function* scanRuns<Value>(
  pieces: AsyncIterable<Buffer>,
  decode: Decode<Value>,
  slots?: AccountsRequest["slots"],
): AsyncGenerator<Value[]> {
  let run: Value[] = [];
  const seen = createAddressSet();
  const scanner = createAccountScanner(method, {
    account: (account) => {
      // What would be counted twice is there once in the tables.
      if (!seen.add(account.address))
        throw new SourceError(`${method}: ${account.address} came twice`, { code: "inconsistent" });
      const value = decode(account);
      if (value !== undefined) run.push(value);
    },
    slot: (slot) => {
      if (slots !== undefined) checkSlot(slot, slots);
    },
  });
  for await (const piece of pieces) {
    scanner.push(piece);
    if (run.length === 0) continue;
    yield run;
    run = [];
  }
  scanner.end();
}

function callOf(request: AccountsRequest, signal?: AbortSignal): Omit<Call<unknown>, "read" | "absent"> {
  return { path: "", method: "POST", body: bodyOf(request), isBulk: true, bodyBytesMax, signal };
}

/**
 * Reads a large answer at its consumer's pace. Another node is asked until the first accounts have come; should the
 * answer break off later, it ends with that error: what came before is told already.
 */
export async function* streamAccounts<Value>(
  nodes: NodeSet,
  request: AccountsRequest,
  decode: Decode<Value>,
  signal?: AbortSignal,
): AsyncGenerator<Value[]> {
  const opened = await nodes.call({
    ...callOf(request, signal),
    read: async (response, node: Node) => {
      const runs = scanRuns(response.stream(), decode, request.slots);
      return { runs, first: await runs.next(), node };
    },
  });
  try {
    if (opened.first.done !== true) {
      yield opened.first.value;
      yield* opened.runs;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (isErrorOfKind(error, "source")) nodes.report(opened.node, error);
    throw error;
  } finally {
    await opened.runs.return(undefined);
  }
}

/** Reads an answer that fits into memory. */
export function readAccounts<Value>(
  nodes: NodeSet,
  request: AccountsRequest,
  decode: Decode<Value>,
  signal?: AbortSignal,
): Promise<Value[]> {
  return nodes.call({
    ...callOf(request, signal),
    read: async (response) => {
      const values: Value[] = [];
      for await (const run of scanRuns(response.stream(), decode, request.slots)) values.push(...run);
      return values;
    },
  });
}

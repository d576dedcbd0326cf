/**
 * Streams a program's accounts while the node's answer arrives: that of the stake program has hundreds of megabytes
 * and is never held as a whole.
 */
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Call, Node, NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { createAddressSet } from "./addressSet.ts";
import { createAccountScanner } from "./scan.ts";

/** Parameters of `getProgramAccounts`. */
export type AccountsRequest = {
  program: string;
  filters: readonly object[];
  /** The wanted bytes of the data; default: all. */
  dataSlice?: { offset: number; length: number };
  /** The slots for which the answer is accepted. */
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

/** Decodes an account; undefined skips it. */
export type Decode<Value> = (account: Account) => Value | undefined;

/**
 * The decoded accounts of an answer's bytes, in batches: one per piece.
 * @throws SourceError `inconsistent` when an account is listed twice, and the scanner's errors
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
      // The tables would keep one of two rows, while both were counted.
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
 * Reads a large answer at its consumer's pace. Fails over to other nodes until the first accounts have arrived; if the
 * answer breaks off later, the stream ends with that error, because earlier accounts were already yielded.
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

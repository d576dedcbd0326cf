/** The Solana listener's messages about a stub node, without a worker. */
import { afterEach } from "vitest";
import { type StubNode, type StubSettings, startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import type { SolanaView } from "../../fixtures/solana/view.ts";
import { openSolanaSession, type SolanaOptions } from "../../ingest/solana/session.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { type SlotFact, type SolanaMessage, solanaMessage } from "../../schemas/solana/events.ts";
import { createListeningBus, publishedBy as publishedByAny } from "./pipeline.ts";
import { chain, log, solanaOptions } from "./solana.ts";

export { chain, createListeningBus };

/** Stub nodes of a test file, closed after each test. */
export function useStubs() {
  const stubs: StubNode[] = [];
  afterEach(async () => {
    for (const node of stubs.splice(0)) await node.close();
  });
  return async (view: SolanaView, changes: Partial<StubSettings> = {}): Promise<StubNode> => {
    const node = await startSolanaStub(view, changes);
    stubs.push(node);
    return node;
  };
}

/** The last slot up to one that has a block: a node's final slot always has. */
export function lastBlock(view: SolanaView, slot = view.head): number {
  let last = slot;
  while (last > view.first && view.slot(last)?.block === undefined) last -= 1;
  return last;
}

export const parseSolana = ({ value }: BusMessage): SolanaMessage =>
  solanaMessage.parse(JSON.parse(value.toString("utf8")));

/** All messages of a backfill, as the bus carries them. */
export const publishedBy = (
  urls: readonly string[],
  range: { from: number; to: number },
  more: Partial<SolanaOptions> = {},
): Promise<BusMessage[]> =>
  publishedByAny({
    chain,
    openSession: () => openSolanaSession(solanaOptions(urls, more), { log }),
    range,
  });

/** The same, read. */
export async function listenSolana(...args: Parameters<typeof publishedBy>): Promise<SolanaMessage[]> {
  return (await publishedBy(...args)).map(parseSolana);
}

/** Of messages those of one type. */
export function ofType<Type extends SolanaMessage["type"]>(messages: readonly SolanaMessage[], type: Type) {
  return messages.filter((message): message is SolanaMessage & { type: Type } => message.type === type);
}

export const slotFacts = (messages: readonly SolanaMessage[]): SlotFact[] =>
  ofType(messages, "slots").flatMap(({ slots }) => slots);

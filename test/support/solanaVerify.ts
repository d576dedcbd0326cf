/** Figures of a generated history, compared with the node's own. */
import { expect } from "vitest";
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import type { StubNode } from "../../fixtures/solana/stubNode.ts";
import { openSolanaSession } from "../../ingest/solana/session.ts";
import type { Store } from "../../lib/store/store.ts";
import { solanaVerification } from "../../verify/solana/kinds.ts";
import { log, solanaOptions } from "./solana.ts";
import { verifyRange } from "./verify.ts";

export async function expectSolanaVerified(
  store: Store,
  stub: StubNode,
  history: SolanaHistory,
): Promise<void> {
  const { info, network } = await openSolanaSession(solanaOptions([stub.url]), { log });
  const verification = solanaVerification(info);
  const about = { chain: "solana", family: "solana", network, store };
  const range = { from: history.first, to: history.head };
  const verified = await verifyRange(verification, about, range, 100);
  expect(verified.differences).toEqual([]);
}

/** Figures of a generated history, compared with Koios' own. */
import { expect } from "vitest";
import type { CardanoHistory } from "../../fixtures/cardano/model.ts";
import type { StubNode } from "../../fixtures/cardano/stubNode.ts";
import type { Store } from "../../lib/store/store.ts";
import { cardanoVerification } from "../../verify/cardano/kinds.ts";
import { cardanoOptions, openCardano } from "./cardano.ts";
import { verifyRange } from "./verify.ts";

export async function expectCardanoVerified(
  store: Store,
  stub: StubNode,
  history: CardanoHistory,
  range: { from: number; to: number },
): Promise<void> {
  const { info, network } = await openCardano(cardanoOptions([stub.url]));
  const verification = cardanoVerification(info);
  expect(await verification.software(new AbortController().signal)).toEqual(["PostgREST/12.2.8"]);
  const about = { chain: "cardano", family: "cardano", network, store };
  const verified = await verifyRange(verification, about, range);
  expect(verified.differences).toEqual([]);
}

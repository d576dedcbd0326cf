/** Compares a warehouse that was read from a stub node with the figures that the node reports. */
import { expect } from "vitest";
import type { CosmosHistory } from "../../fixtures/cosmos/model.ts";
import type { StubNode } from "../../fixtures/cosmos/stubNode.ts";
import type { Store } from "../../lib/store/store.ts";
import { cosmosVerification } from "../../verify/cosmos/kinds.ts";
import { cosmosOptions, openCosmos } from "./cosmos.ts";
import { type Verified, verifyRange } from "./verify.ts";

export type VerifiedFixture = { history: CosmosHistory; stub: StubNode; store: Store };

/** Every how many blocks are compared. */
const every = 7;

export async function verifyCosmos(
  { history, stub, store }: VerifiedFixture,
  range: { from: number; to: number },
  { withGateway = true, step = 1 } = {},
): Promise<Verified> {
  const { chain } = history;
  const options = cosmosOptions([stub.url], withGateway ? { restUrls: [stub.url] } : {});
  const { info, network } = await openCosmos(chain, options);
  const about = { chain: chain.id, family: "cosmos", network, store };
  return await verifyRange(cosmosVerification(info), about, range, step);
}

/** Every kind has figures, and no figure differs. */
export async function expectAgreement(fixture: VerifiedFixture): Promise<void> {
  const { history } = fixture;
  const { compared, differences, missing } = await verifyCosmos(
    fixture,
    { from: 3, to: history.head },
    { step: every },
  );
  expect(differences).toEqual([]);
  expect(Math.min(...Object.values(compared))).toBeGreaterThan(0);
}

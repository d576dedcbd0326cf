/** Compares a warehouse that was read from a stub node with the figures that the node reports. */
import { expect } from "vitest";
import type { CosmosHistory } from "../../fixtures/cosmos/model.ts";
import type { StubNode } from "../../fixtures/cosmos/stubNode.ts";
import { atto, type StubBlock, type StubState, type StubValidator } from "../../fixtures/cosmos/view.ts";
import { elementAt } from "../../lib/elementAt.ts";
import type { Store } from "../../lib/store/store.ts";
import { cosmosVerification } from "../../verify/cosmos/kinds.ts";
import { cosmosOptions, openCosmos } from "./cosmos.ts";
import type { ServeFixture } from "./serve.ts";
import { type Verified, verifyRange } from "./verify.ts";

type Fixture = { history: CosmosHistory; stub: StubNode; store: Store; served: ServeFixture };
type Heights = { from: number; to: number };

/** Every how many blocks are compared. */
const every = 19;

async function verifyCosmos(
  { history, stub, store }: Fixture,
  range: Heights,
  { withGateway = true, step = 1 } = {},
): Promise<Verified & { software: string[] }> {
  const { chain } = history;
  const options = cosmosOptions([stub.url], withGateway ? { restUrls: [stub.url] } : {});
  const { info, network } = await openCosmos(chain, options);
  const verification = cosmosVerification(info);
  const about = { chain: chain.id, family: "cosmos", network, store };
  const software = await verification.software(new AbortController().signal);
  return { ...(await verifyRange(verification, about, range, step)), software };
}

/** Every kind has figures, and no figure differs. */
async function expectAgreement(fixture: Fixture): Promise<void> {
  const range = { from: 3, to: fixture.history.head };
  const { compared, differences, missing, software } = await verifyCosmos(fixture, range, { step: every });
  expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  expect(Math.min(...Object.values(compared)), JSON.stringify(compared)).toBeGreaterThan(0);
  expect(software).toEqual([
    "CometBFT/0.38.22-odd",
    "stub-app/4.3.0",
    "stub-daemon/4.3.0",
    "cosmos-sdk/v0.53.5",
  ]);
}

/** The last block of the second day. */
const dayEndOf = ({ days }: CosmosHistory) => elementAt(days, 1).toBlock;

/** How many of a block's events say that delegators withdrew rewards from a validator. */
function withdrawalsAt({ block }: CosmosHistory, height: number, validator: string): number {
  const { endEvents = [], transactions = [] } = block(height) ?? {};
  const events = [
    ...endEvents,
    ...transactions.filter(({ code }) => code === 0).flatMap(({ events: own }) => own),
  ];
  return events.filter(
    ({ type, attributes }) =>
      type === "withdraw_rewards" && attributes.some(({ value }) => value === validator),
  ).length;
}

/** A height and a validator that has so many withdrawals there. */
function placeWith(history: CosmosHistory, count: number): { height: number; place: number } {
  for (let height = 3; height < history.head; height += 1) {
    const validators = history.state(height)?.validators ?? [];
    const place = validators.findIndex(
      ({ validator, outstanding }) =>
        outstanding > atto && withdrawalsAt(history, height, validator) === count,
    );
    if (place >= 0) return { height, place };
  }
  throw new RangeError(`no validator with ${count} withdrawals in a block`);
}

type Change = {
  height: number;
  /** Changes the node's state, and returns who has the figure. */
  apply(state: StubState): string;
  /** Kinds and items that differ then. */
  differences: string[];
  /** Of the explanation; undefined: it has all kinds. */
  explainKind?: string;
};

/** One changed figure of the node for each kind that explains its differences. */
function changesOf(history: CosmosHistory): Change[] {
  const unit = history.chain.denomination;
  const [none, one] = [placeWith(history, 0), placeWith(history, 1)];
  const ofValidator = (place: number, change: (own: StubValidator) => void) => (state: StubState) => {
    const own = elementAt(state.validators, place);
    change(own);
    return own.validator;
  };
  const changes: Change[] = [
    {
      height: none.height,
      apply: ofValidator(none.place, (own) => {
        own.outstanding += 1n;
      }),
      differences: [`outstanding_rewards outstanding_reward_change_${unit}`],
    },
    {
      height: none.height,
      apply: ofValidator(none.place, (own) => {
        own.commission += 1n;
      }),
      differences: [`accumulated_commission accumulated_commission_change_${unit}`],
      explainKind: "commission",
    },
    {
      height: one.height,
      apply: ofValidator(one.place, (own) => {
        own.outstanding -= atto;
      }),
      differences: [`withdrawn_rewards withdrawn_reward_${unit}`],
      explainKind: "withdraw_rewards",
    },
    {
      height: dayEndOf(history),
      // A bonded one that is not among the first figures, which are compared with the API, too.
      apply: ofValidator(3, (own) => {
        own.tokens += 1_000_000n;
      }),
      differences: [`validators stake_${unit}`],
    },
  ];
  const counted: Change = {
    height: dayEndOf(history),
    apply: ({ delegations, validators }) => {
      const { validator } = elementAt(validators, 4);
      delegations.push({ delegator: "new", validator, amount: 1n });
      return validator;
    },
    differences: ["delegator_counts delegator_count"],
    explainKind: "delegation",
  };
  return history.chain.readsDelegations ? [...changes, counted] : changes;
}

/**
 * Kinds of the whole chain: the voting power that comes with the changed stake has a consensus address as its subject, and events
 * of blocks are compared without a subject.
 */
const withoutExplanation = new Set(["validator_set", "block_events"]);

/** Changed figures of the node are the only differences, and their explanations exist. */
async function expectDifferences(fixture: Fixture): Promise<void> {
  const { chain, days, state } = fixture.history;
  const changes = changesOf(fixture.history);
  for (const height of new Set(changes.map((change) => change.height))) {
    const own = state(height) as StubState;
    const kept = structuredClone(own);
    const day = days.find(({ toBlock }) => toBlock >= height)?.day;
    const expected = changes
      .filter((change) => change.height === height)
      .flatMap(({ apply, differences, explainKind }) => {
        const subject = apply(own);
        const kind = explainKind === undefined ? "" : `&kind=${explainKind}`;
        const explain = `/v1/${chain.id}/validators/${subject}/explain?date=${day}${kind}`;
        return differences.map((name) => ({ name, subject, explain }));
      });
    const { differences } = await verifyCosmos(fixture, { from: height, to: height });
    Object.assign(own, kept);
    expect(new Set(differences.map(({ against }) => against))).toEqual(new Set(["warehouse"]));
    const shown = differences.map(({ kind, item, subject, explain }) => ({
      ...{ name: `${kind} ${item}`, kind, subject, explain },
    }));
    const explained = shown.filter(({ kind }) => !withoutExplanation.has(kind));
    expect(explained.map(({ kind: _kind, ...one }) => one)).toEqual(expected);
    expect(shown.length - explained.length).toBe(height === dayEndOf(fixture.history) ? 1 : 0);
    for (const { explain } of explained) expect((await fixture.served.get(explain ?? "")).status).toBe(200);
  }
}

/** A changed stake of a delegator differs from the warehouse, and where it is compared, from the API. */
async function expectDelegation(fixture: Fixture): Promise<void> {
  const { chain, state } = fixture.history;
  if (!chain.readsDelegations) return;
  const height = dayEndOf(fixture.history);
  const delegation = elementAt(state(height)?.delegations ?? [], 0);
  delegation.amount += 1n;
  const { differences } = await verifyCosmos(fixture, { from: height, to: height });
  delegation.amount -= 1n;
  const { delegator, validator } = delegation;
  const item = `stake_${chain.denomination}/${validator}`;
  expect(new Set(differences.map((one) => `${one.kind} ${one.subject} ${one.item}`))).toEqual(
    new Set([`delegations ${delegator} ${item}`]),
  );
  expect(differences.filter(({ against }) => against === "warehouse")).toHaveLength(1);
}

/** An event that the warehouse lacks differs in its count and its sum. */
async function expectEvent(fixture: Fixture): Promise<void> {
  const { chain, block } = fixture.history;
  const height = fixture.history.first + 1;
  const { beginEvents } = block(height) as StubBlock;
  beginEvents.push(
    elementAt(
      beginEvents.filter(({ type }) => type === "rewards"),
      0,
    ),
  );
  const { differences } = await verifyCosmos(fixture, { from: height, to: height });
  beginEvents.pop();
  expect(differences.map(({ kind, item }) => `${kind} ${item}`)).toEqual([
    "block_events rewards_count",
    `block_events rewards_${chain.denomination}`,
  ]);
}

/** What a node does not serve is missing, with its own words, and no difference. */
async function expectMissing(fixture: Fixture): Promise<void> {
  const { history, stub } = fixture;
  const height = dayEndOf(history);
  const range = { from: height, to: height };
  const byNode = await verifyCosmos(fixture, range, { withGateway: false });
  expect(byNode.differences).toEqual([]);
  expect(byNode.compared.outstanding_rewards).toBeGreaterThan(0);
  expect(byNode.compared.accumulated_commission).toBeGreaterThan(0);
  expect(byNode.missing).toEqual([
    expect.stringMatching(/^validators \d+: no REST gateway is set: \w+_REST_URLS$/),
  ]);

  stub.settings.namesHeight = false;
  const unnamed = await verifyCosmos(fixture, range);
  stub.settings.namesHeight = true;
  expect(unnamed.differences).toEqual([]);
  const ofGateway = unnamed.missing.filter((reason) => reason.includes("a height that it does not name"));
  expect(ofGateway.map((reason) => reason.split(" ")[0])).toEqual(
    expect.arrayContaining(["outstanding_rewards", "accumulated_commission", "validators"]),
  );

  stub.settings.statePrunedBelow = height + 1;
  const pruned = await verifyCosmos(fixture, range);
  stub.settings.statePrunedBelow = 0;
  expect(pruned.differences).toEqual([]);
  expect(pruned.missing).toContainEqual(expect.stringMatching(/^outstanding_rewards .*is pruned/));
}

export async function expectVerified(fixture: Fixture): Promise<void> {
  await expectAgreement(fixture);
  await expectDifferences(fixture);
  await expectDelegation(fixture);
  await expectEvent(fixture);
  await expectMissing(fixture);
}

/** Figures of a generated history, compared with the nodes' own. */
import { expect } from "vitest";
import { accountOf, firstEra } from "../../fixtures/polkadot/model.ts";
import { little } from "../../fixtures/polkadot/scale.ts";
import type { Store } from "../../lib/store/store.ts";
import { polkadotVerification } from "../../verify/polkadot/kinds.ts";
import { allEras, openPolkadot, type PolkadotNetwork, polkadotOptions } from "./polkadot.ts";
import { verifyRange } from "./verify.ts";

/** Of every third era: the first one is of the relay chain and older than pages. */
const every = 3;
const changedEra = firstEra + 6;

type Tamper = (key: string, value: string) => string;

const flipped = (value: string, bit: number) =>
  `0x${little(Number.parseInt(value.slice(2, 4), 16) ^ bit, 1)}${value.slice(4)}`;

/** Changes the first value that the condition meets, and no other. */
function once(isChosen: (key: string, value: string) => boolean, change: (value: string) => string): Tamper {
  let isChanged = false;
  return (key, value) => {
    if (isChanged || !isChosen(key, value)) return value;
    isChanged = true;
    return change(value);
  };
}

/** The amount of a payment of the era, as events encode it. */
function paymentOf({ view: { assetHub } }: PolkadotNetwork): string {
  const blocks = Array.from({ length: assetHub.head }, (_, block) => block);
  const paid = blocks.filter((block) => assetHub.activeEraAt(block - 1) === changedEra);
  const rewards = paid.flatMap((block) => assetHub.payoutsAt(block)).flatMap((page) => page.rewards);
  return little(rewards.at(-1)?.amount ?? 0n, 16);
}

type Change = { kind: string; item: RegExp; tamper: Tamper; isExplained: boolean };

/** A changed value of each kind. */
function changesOf(network: PolkadotNetwork): Change[] {
  const payment = paymentOf(network);
  const higher = little(BigInt(`0x${Buffer.from(payment, "hex").reverse().toString("hex")}`) + 1n, 16);
  const { codecAt, head } = network.view.assetHub;
  const isEntry = (entry: string, ...keys: unknown[]) => {
    const own = codecAt(head).key("staking", entry, changedEra, ...keys);
    return (key: string) => key === own;
  };
  return [
    {
      ...{ kind: "payments", item: /^reward_planck from \w+ era \d+ page \d+$/, isExplained: true },
      tamper: once(
        (_key, value) => value.includes(payment),
        (value) => value.replace(payment, higher),
      ),
    },
    {
      // The lowest bit of the total.
      ...{ kind: "era_points", item: /^points$/, isExplained: false },
      tamper: once(isEntry("erasRewardPoints"), (value) => flipped(value, 1)),
    },
    {
      // The lowest bit of a compact number.
      ...{ kind: "elected_validators", item: /^commission_ppb$/, isExplained: true },
      tamper: once(isEntry("erasValidatorPrefs", accountOf("validator", 0)), (value) => flipped(value, 4)),
    },
    {
      ...{ kind: "claims", item: /^page_count$/, isExplained: true },
      tamper: once(
        (key) => key === "StakingApi_eras_stakers_page_count",
        (value) => flipped(value, 8),
      ),
    },
  ];
}

export async function expectPolkadotVerified(store: Store, network: PolkadotNetwork): Promise<void> {
  const session = await openPolkadot(polkadotOptions(network));
  const { signal } = new AbortController();
  const { kinds, software } = polkadotVerification(session.info);
  expect(await software(signal)).toEqual(["Polkadot parachain/1.22.3-9d0b6e2c5f1"]);
  const about = { chain: "polkadot", family: "polkadot", network: session.network, store };
  const verified = await verifyRange({ kinds, software }, about, allEras, every);
  expect(verified.differences).toEqual([]);
  for (const [kind, compared] of Object.entries(verified.compared))
    expect([kind, compared > 20]).toEqual([kind, true]);
  expect(verified.missing).toEqual([
    `payments ${firstEra}: the warehouse holds no payments made during era ${firstEra}`,
    `elected_validators ${firstEra}: the runtime that ended era ${firstEra} has no Staking.ErasStakersOverview`,
    `claims ${firstEra}: the warehouse holds no claims of era ${firstEra}`,
  ]);

  const range = { from: changedEra, to: changedEra };
  const only = (kind: string) => ({ kinds: kinds.filter(({ name }) => name === kind), software });
  for (const { kind, item, tamper, isExplained } of changesOf(network)) {
    network.assetHub.settings.tamper = tamper;
    const { differences } = await verifyRange(only(kind), about, range);
    network.assetHub.settings.tamper = undefined;
    expect([kind, differences.length]).toEqual([kind, 1]);
    expect(differences[0]).toMatchObject({ kind, item: expect.stringMatching(item), against: "warehouse" });
    const explanation = /^\/v1\/polkadot\/validators\/1\w+\/explain\?date=2025-11-0\d$/;
    expect(differences[0]?.explain ?? "").toMatch(isExplained ? explanation : /^$/);
  }

  network.assetHub.settings.hasRuntimeCalls = false;
  const { compared, missing } = await verifyRange(only("claims"), about, range);
  network.assetHub.settings.hasRuntimeCalls = true;
  expect(compared).toEqual({ claims: 0 });
  expect(missing).toEqual([expect.stringMatching(/state_call.*StakingApi_\w+ is not found/)]);
}

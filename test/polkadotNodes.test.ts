/** The listener with nodes that lie, lag, lack data and break. */
import { ApiPromise, HttpProvider, WsProvider } from "@polkadot/api";
import type { ApiOptions } from "@polkadot/api/types";
import { beforeAll, describe, expect, it } from "vitest";
import { accountOf, firstEra } from "../fixtures/polkadot/model.ts";
import type { Fault } from "../fixtures/polkadot/settings.ts";
import { confirmBlock, publishUnit } from "../ingest/listener/continuity.ts";
import { erasOfDay } from "../ingest/polkadot/range.ts";
import { checkOtherNode, checkPolkadotNode } from "../ingest/polkadot/session.ts";
import { atNight, isNight, thinned } from "./support/nightCases.ts";
import { log, publishedBy } from "./support/pipeline.ts";
import { openPolkadot, type PolkadotNetwork, polkadotChain, usePolkadotStubs } from "./support/polkadot.ts";
import { quickNodes } from "./support/quickNodes.ts";

const { signal } = new AbortController();
const last = firstEra + 7;
let network: PolkadotNetwork;
const { started, stub, options } = usePolkadotStubs(5);
beforeAll(() => {
  network = started();
});

/** Messages of a backfill, as text. */
async function said(options: Parameters<typeof openPolkadot>[0], from = last, to = last) {
  const openSession = () => openPolkadot(options);
  const messages = await publishedBy({ chain: polkadotChain, openSession, range: { from, to } });
  return messages.map(({ value }) => value.toString("utf8"));
}

const goodUrls = () => [network.assetHub.url];

describe("the stub", () => {
  it.each(thinned(["ws", "http"]))("is read by the library over %s", async (protocol) => {
    const node = await stub();
    const provider = protocol === "ws" ? new WsProvider(node.socketUrl) : new HttpProvider(node.url);
    const api = await ApiPromise.create({ provider, noInitWarn: true } as ApiOptions);
    const at = await api.at(network.view.assetHub.hashOf(40));
    const pages = await at.query.staking?.erasStakersPaged?.entries(firstEra + 2);
    expect(pages?.length).toBeGreaterThan(5);
    await api.disconnect();
  });

  it("sends its final heads to subscribers", async () => {
    const node = await stub();
    const provider = new WsProvider(node.socketUrl);
    await provider.isReady;
    const heads: unknown[] = [];
    const take = (_: unknown, head: { number: string }) => void heads.push(Number(head.number));
    await provider.subscribe("chain_finalizedHead", "chain_subscribeFinalizedHeads", [], take);
    node.settings.head -= 1;
    node.announce();
    const { head } = network.view.assetHub;
    await expect.poll(() => heads).toEqual([head, head - 1]);
    await provider.disconnect();
  });
});

describe("trouble during a backfill", () => {
  const faults: Fault[] = [
    "429",
    "500",
    "disconnect",
    "truncated",
    "garbage",
    "null result",
    "internal error",
  ];
  const methods = [
    "state_getStorage",
    "state_getKeysPaged",
    "state_queryStorageAt",
    "chain_getBlockHash",
    "state_call",
  ];
  let expected: string[];
  beforeAll(async () => {
    expected = await said(options(goodUrls()));
  });

  it.each(thinned(faults))("on %s another node is used", async (fault) => {
    const own = faults.indexOf(fault) % 2 === 0 ? "url" : "socketUrl";
    const broken = await stub({ faults: new Map(methods.map((method) => [method, [fault, fault]])) });
    expect(await said(options([broken[own], network.assetHub[own]]))).toEqual(expected);
  });

  atNight("after refused handshakes, a lost connection and errors the same node is used again", async () => {
    const node = await stub({
      refusedHandshakes: 1,
      faults: new Map([
        ["state_getStorage", ["disconnect"]],
        ["state_getKeysPaged", ["internal error"]],
      ]),
    });
    expect(await said(options([node.socketUrl], { nodeOptions: quickNodes(6) }))).toEqual(expected);
    expect(node.settings.faults.get("state_getKeysPaged")).toEqual([]);
  });

  it("the node itself is queried when its runtime doesn't return metadata", async () => {
    const node = await stub({ hasRuntimeCalls: false });
    expect(await said(options([node.url]))).toEqual(expected);
  });

  it("a stale node is passed over for blocks that it doesn't know yet", async () => {
    const stale = await stub({ head: network.view.assetHub.head - 30 });
    const urls = [network.assetHub.url, stale.url];
    const session = await openPolkadot(options(urls, { nodeOptions: quickNodes(6) }));
    await session.status(signal, "backfill");
    network.assetHub.settings.faults.set("state_getStorage", ["500"]);
    const run = session.openRun({ from: last, to: last, kind: "backfill" }, undefined);
    await expect(run.prepare(last, signal)).resolves.toBeDefined();
  });

  const lies = thinned<[string, string, (value: string) => string]>([
    ["points", "erasRewardPoints", (value) => value.replace(/^0x..../, "0x1111")],
    ["nominators", "erasStakersPaged", (value) => `${value.slice(0, -2)}f4`],
  ]);
  it.each(lies)("a node that returns wrong %s backs off, and the next one is used", async (_, entry, lie) => {
    const { view } = network;
    const codec = view.assetHub.codecAt(view.assetHub.head);
    const whole = entry === "erasRewardPoints" ? [last] : [last, accountOf("validator", 2), 0];
    let lies = 0;
    const lying = await stub({
      tamper: (key, value) => {
        if (key !== codec.key("staking", entry, ...whole)) return value;
        lies += 1;
        return lie(value);
      },
    });
    expect(await said(options([lying.url, network.assetHub.url]))).toEqual(expected);
    expect(lies).toBeGreaterThan(0);
  });

  it("an era is published without names when there is no People chain", async () => {
    const people = await stub(
      { faults: new Map([["chain_getFinalizedHead", Array(50).fill("500")]]) },
      network.view.people,
    );
    const messages = await said(
      options(goodUrls(), { peopleUrls: [people.url], nodeOptions: quickNodes(1) }),
    );
    expect(messages).toEqual(expected.filter((message) => !message.includes('"names"')));
  });
});

describe("history", () => {
  atNight("that is pruned begins with the era that the message names", async () => {
    const pruned = await stub({ prunedBelow: 60 });
    const first = network.view.assetHub.activeEraAt(60);
    expect(first).toBeGreaterThan(firstEra + 2);
    const run = said(options([pruned.url], { relayUrls: [] }), firstEra + 2, last);
    await expect(run).rejects.toMatchObject({ code: "pruned" });
    await expect(run).rejects.toThrow(new RegExp(`pruned.*--from ${first}\\b`, "s"));
    expect((await said(options([pruned.url]), first, first)).length).toBeGreaterThan(2);
    if (!isNight) return;
    const both = options([pruned.url, network.assetHub.url]);
    expect((await said(both, firstEra + 2, firstEra + 2)).length).toBeGreaterThan(2);
  });

  it("from before staking moved needs the relay chain", async () => {
    const run = said(options(goodUrls(), { relayUrls: [] }), firstEra, last);
    await expect(run).rejects.toThrow(new RegExp(`POLKADOT_RELAY_URLS.*--from ${firstEra + 2}`, "s"));
  });

  atNight("is read from a relay chain that no longer keeps staking state", async () => {
    const relay = await stub({ stakingUntil: network.view.relay.head - 30 }, network.view.relay);
    const messages = await said(options(goodUrls(), { relayUrls: [relay.url] }), firstEra, firstEra + 1);
    expect(messages).toEqual(await said(options(goodUrls()), firstEra, firstEra + 1));
    const ofRelay = messages.filter((message) => message.includes('"source":"relay"'));
    expect(ofRelay.filter((message) => message.includes('"type":"era"'))).toHaveLength(2);
    expect(ofRelay.filter((message) => message.includes('"type":"payouts"'))).toHaveLength(1);
  });

  it("is a range of eras that have ended", async () => {
    await expect(said(options(goodUrls()), firstEra, last + 1)).rejects.toThrow(`--to ${last}`);
  });

  it("is a range of days, one of which has no era", async () => {
    const session = await openPolkadot(options(goodUrls()));
    const on = (day: string) => erasOfDay(session.info.eras, day, signal);
    expect(await on("2025-11-01")).toEqual({ from: firstEra, to: firstEra });
    expect(await on("2025-11-04")).toEqual({ from: firstEra + 3, to: firstEra + 3 });
    expect(await on("2025-11-05")).toEqual({ from: firstEra + 4, to: firstEra + 3 });
    expect(await on("2025-11-07")).toEqual({ from: firstEra + 5, to: firstEra + 6 });
    await expect(on("2025-12-24")).rejects.toThrow(/yet/);
    await expect(on("2024-01-01")).rejects.toThrow(/know no era/);
  });
});

describe("another chain", () => {
  it("is never used again, next to the right one or alone", async () => {
    const other = await stub({ isOtherChain: true, chainName: "Kusama Asset Hub" });
    const alone = await stub({ decimals: 12 });
    await expect(openPolkadot(options([alone.url]))).rejects.toMatchObject({ code: "other_chain" });
    const session = await openPolkadot(options([network.assetHub.url, other.url]));
    network.assetHub.settings.faults.set("chain_getFinalizedHead", ["500"]);
    await expect(session.status(signal, "backfill")).resolves.toMatchObject({ final: last });
    const relay = await stub({ chainName: "Kusama" }, network.view.relay);
    await expect(
      said(options(goodUrls(), { relayUrls: [relay.url] }), firstEra, firstEra),
    ).rejects.toMatchObject({
      code: "other_chain",
    });
  });

  it("at the same address leaves nothing of a unit that was read from both", async () => {
    const node = await stub();
    const session = await openPolkadot(options([node.url]));
    await session.status(signal, "backfill");
    const run = session.openRun({ from: last, to: last, kind: "backfill" }, undefined);
    const unit = await run.prepare(last, signal);
    node.settings.forkedFrom = 1;
    const sent: unknown[] = [];
    const confirm = () => confirmBlock(session, unit.last ?? { position: 0, root: "" }, signal);
    const send = async (batch: unknown) => void sent.push(batch);
    await expect(publishUnit(unit, { send, signal, confirm })).rejects.toMatchObject({
      code: "inconsistent",
    });
    expect(sent).toEqual([]);
  });
});

describe("doctor", () => {
  const deps = { log, signal };

  it("reports the history that a node keeps", async () => {
    const pruned = await stub({ prunedBelow: 60 });
    const first = network.view.assetHub.activeEraAt(60);
    expect(await checkPolkadotNode(options([pruned.url]), deps)).toContain(`eras from ${first} (pruned)`);
    expect(await checkPolkadotNode(options(goodUrls(), { relayUrls: [] }), deps)).toMatch(
      new RegExp(`eras from ${firstEra + 2}; none before: no POLKADOT_RELAY_URLS`),
    );
    expect(await checkOtherNode("People chain", options([network.people.url]), deps)).toContain(
      "Polkadot People",
    );
  });
});

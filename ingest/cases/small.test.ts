/** Cases of real answers: Polygon's Heimdall and Bor, Koios, and Avalanche's info API. */
import { beforeAll, expect, it } from "vitest";
import { createAvalancheHistory } from "../../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../../fixtures/avalanche/stubNode.ts";
import { toView } from "../../fixtures/avalanche/toView.ts";
import { createCardanoHistory } from "../../fixtures/cardano/model.ts";
import { startCardanoStub } from "../../fixtures/cardano/stubNode.ts";
import { createPolygonHistory } from "../../fixtures/polygon/history.ts";
import { startPolygonStub } from "../../fixtures/polygon/stubNodes.ts";
import { createLogger } from "../../lib/logger.ts";
import { avalancheChain, avalancheOptions } from "../../test/support/avalanche.ts";
import { chain as cardano, cardanoOptions } from "../../test/support/cardano.ts";
import { caseOf, createListeningLog, describeCases } from "../../test/support/cases.ts";
import { closedAfterEach } from "../../test/support/closing.ts";
import { type Answer, type Reply, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { chain as polygon, polygonOptions } from "../../test/support/polygon.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { checkAvalancheNode } from "../avalanche/nodeCheck.ts";
import { openAvalancheSession } from "../avalanche/session.ts";
import { createCardanoClient } from "../cardano/api/client.ts";
import { openCardanoSession } from "../cardano/session.ts";
import { checkBorNode, openPolygonSession } from "../polygon/session.ts";

const kept = closedAfterEach();
const { signal } = new AbortController();

const through = (url: string, rules: Rules) => kept(startInterceptor(url, rules));
const parsed = (messages: readonly { value: unknown }[]): Answer[] =>
  messages.map(({ value }) => JSON.parse(String(value)));

describeCases("Polygon", () => {
  const history = createPolygonHistory({ seed: 5, checkpoints: 30 });
  const range = { from: 3, to: 10 };

  /** States depend on the time of reading. */
  async function published(change: {
    heimdall?: Rules;
    bor?: Rules;
    hasBor?: boolean;
  }): Promise<{ messages: Answer[]; text(): string; borUrl: string }> {
    const stub = await kept(startPolygonStub(history, { hasBor: change.hasBor ?? false }));
    const heimdall = await through(stub.heimdall.url, change.heimdall ?? {});
    const bor = stub.bor === undefined ? undefined : await through(stub.bor.url, change.bor ?? {});
    const options = {
      ...polygonOptions(stub),
      urls: [heimdall.url],
      borUrls: bor === undefined ? [] : [bor.url],
    };
    const { log, text } = createListeningLog();
    const openSession = () => openPolygonSession(options, { log });
    const messages = parsed(await publishedBy({ chain: polygon, openSession, range }));
    return { messages: messages.filter(({ type }) => type !== "state"), text, borUrl: bor?.url ?? "" };
  }

  it("18: Heimdall answers 500 for a checkpoint that it does not have", async () => {
    const { answers } = caseOf<{ answers: Reply[] }>("18-polygon-missing-checkpoint-500");
    const lacks = (reply: Reply): Rules => ({
      http: ({ path }) => {
        const number = /^\/checkpoints\/(\d+)$/.exec(path)?.[1];
        return number !== undefined && Number(number) <= 5 ? reply : undefined;
      },
      change: (body, { path }) =>
        path.startsWith("/checkpoints/list")
          ? { ...body, checkpoint_list: body.checkpoint_list?.filter(({ id }: Answer) => Number(id) > 5) }
          : body,
    });
    const [wrong] = answers;
    const outcome = await published({ heimdall: lacks(wrong ?? {}) });
    const control = { status: 404, body: { code: 5, message: "not found" } };
    expect(outcome.messages).toEqual((await published({ heimdall: lacks(control) })).messages);
    expect(outcome.messages.length).toBeGreaterThan(0);
  });

  it.each(caseOf<{ answers?: Reply[] }>("37-polygon-bor-call-refused").answers ?? [])(
    "37: Bor refuses its own call: $status $body",
    async (answer) => {
      const rules: Rules = {
        rpc: ({ method }) => (method === "bor_getSnapshotProposerSequence" ? answer : undefined),
      };
      const { messages, text, borUrl } = await published({ hasBor: true, bor: rules });
      expect(messages.filter(({ type }) => type !== "bor")).toEqual((await published({})).messages);
      expect(messages.filter(({ type }) => type === "bor")).toEqual([]);
      expect(text().match(/Bor does not return block signers/g)).toHaveLength(1);
      expect(text()).toContain(new URL(borUrl).host);
      const stub = await kept(startPolygonStub(history, { hasBor: true }));
      const options = { ...polygonOptions(stub), borUrls: [borUrl], nodeOptions: { rounds: 1 } };
      await expect(checkBorNode(options, { log: createLogger("silent"), signal })).rejects.toThrow();
    },
  );
});

describeCases("Cardano", () => {
  const history = createCardanoHistory({ seed: 5, epochs: 6 });
  const range = { from: 501, to: 502 };
  let right: Answer[];

  async function published(url: string) {
    const { log, text } = createListeningLog();
    const openSession = () => openCardanoSession(cardanoOptions([url]), { log });
    return { messages: parsed(await publishedBy({ chain: cardano, openSession, range })), text };
  }
  beforeAll(async () => {
    const stub = await startCardanoStub(history);
    right = (await published(stub.url)).messages;
    await stub.close();
  });
  const everyOther = (rows: readonly unknown[]) => rows.filter((_, place) => place % 2 === 0);

  it.each(caseOf<{ answers?: { name: string }[] }>("30-cardano-rewards-in-part").answers ?? [])(
    "30: half of $name",
    async ({ name }) => {
      const stub = await kept(startCardanoStub(history));
      let isWhole = false;
      const node = await through(stub.url, {
        change: (rows, { path, body }) => {
          if (isWhole) return rows;
          if (name === "rewards")
            return path.startsWith("/account_reward_history") && /"?_epoch_no"?:\s*"?501/.test(body)
              ? everyOther(rows)
              : rows;
          if (path.startsWith("/pool_delegators_history") && /_epoch_no=501/.test(path))
            return everyOther(rows);
          const isInfo = path.startsWith("/epoch_info") && name.includes("unknown");
          return isInfo ? rows.map((row: object) => ({ ...row, active_stake: null })) : rows;
        },
      });
      await expect(published(node.url)).rejects.toThrow(/epoch 501/);
      // The instance has been repaired.
      isWhole = true;
      const outcome = await published(node.url);
      expect(outcome.messages).toEqual(right);
    },
  );

  it("19: a day's allowance that is used up", async () => {
    const { answers } = caseOf<{ answers: Reply[] }>("19-cardano-days-allowance");
    const stub = await kept(startCardanoStub(history));
    let requests = 0;
    const node = await through(stub.url, {
      http: () => {
        requests += 1;
        return requests > 20
          ? { ...answers[0], headers: { "deny-reason": "Exceeded Tier Limit, count was 5021" } }
          : undefined;
      },
    });
    expect(answers[0]?.headers).toHaveProperty("deny-reason", "Exceeded Tier Limit, count was 5021");
    const { log, lines } = createListeningLog();
    const client = createCardanoClient({ ...cardanoOptions([node.url]), nodeOptions: quickNodes(3), log });
    while (requests < 20) await client.tip();
    await expect(client.tip()).rejects.toThrow(/deny-reason: Exceeded Tier Limit, count was 5021/);
    expect(JSON.stringify(lines)).toContain("Exceeded Tier Limit, count was 5021");
    const rests = lines.flatMap(({ rest_ms }) => (typeof rest_ms === "number" ? [rest_ms] : []));
    expect(rests.length).toBeGreaterThan(1);
    expect(rests.at(-1)).toBeGreaterThan(rests[0] ?? 0);
  });
});

describeCases("Avalanche", () => {
  it("05: a node without its info service", async () => {
    const { answers } = caseOf<{ answers: Reply[] }>("05-avalanche-info-off");
    const view = toView(createAvalancheHistory({ seed: 7, days: 1 }));
    const stub = await kept(startAvalancheStub(view));
    const without = (reply: Reply): Rules => ({
      http: ({ path }) => (path.startsWith("/ext/info") ? reply : undefined),
    });
    const method = { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "the method does not exist" } };
    const published = async (reply: Reply) => {
      const { url } = await through(stub.url, without(reply));
      const options = avalancheOptions([url]);
      const openSession = () => openAvalancheSession(options, { log: createLogger("silent") });
      const range = { from: 0, to: Math.min(40, view.head) };
      const messages = await publishedBy({ chain: avalancheChain, openSession, range });
      const said = await checkAvalancheNode(options, { log: createLogger("silent"), signal });
      return { messages: parsed(messages), said };
    };
    const outcome = await published(answers[0] ?? {});
    expect(outcome).toEqual(await published({ status: 200, body: method }));
    expect(outcome.said).toContain("mainnet");
  });
});

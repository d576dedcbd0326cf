/** Cases of real answers: chains of CometBFT. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import { type StubNode, startCosmosStub } from "../../fixtures/cosmos/stubNode.ts";
import { cosmosChainOf } from "../../schemas/cosmos/chains.ts";
import { caseOf, createListeningLog, describeCases } from "../../test/support/cases.ts";
import { cosmosOptions } from "../../test/support/cosmos.ts";
import { type Reply, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { quickNodes } from "../../test/support/quickNodes.ts";
import { checkCosmosNode, openCosmosSession } from "../cosmos/session.ts";

const celestia = cosmosChainOf("celestia");
const history = createCosmosHistory({
  chain: celestia,
  ...{ seed: 2026, chainId: "celestia", blocks: 120, validators: 5, secondsPerBlock: 3600 },
});
const range = { from: history.first + 20, to: history.first + 70 };
const { signal } = new AbortController();

async function published(url: string, restUrls: string[] = []) {
  const { log, text } = createListeningLog();
  const openSession = () =>
    openCosmosSession(celestia, cosmosOptions([url], { restUrls, nodeOptions: quickNodes(2) }), { log });
  const messages = await publishedBy({ chain: celestia, openSession, range });
  return { messages: messages.map(({ value }) => JSON.parse(String(value))), text };
}

describeCases("chains of CometBFT", () => {
  let stub: StubNode;
  let right: unknown[];
  beforeAll(async () => {
    stub = await startCosmosStub(history);
    right = (await published(stub.url)).messages;
  });
  afterAll(() => stub.close());

  async function through<Value>(rules: Rules, use: (url: string) => Promise<Value>): Promise<Value> {
    const node = await startInterceptor(stub.url, rules);
    try {
      return await use(node.url);
    } finally {
      await node.close();
    }
  }
  const doctor = (url: string, restUrls: string[] = []) =>
    checkCosmosNode(celestia, cosmosOptions([url], { restUrls, nodeOptions: quickNodes(1) }), {
      ...{ log: createListeningLog().log, signal },
    });

  it.each(caseOf<{ answers?: Reply[] }>("04-cosmos-results-never-kept").answers ?? [])(
    "04: results of blocks are never kept: $body.error.data",
    async (answer) => {
      const rules: Rules = { rpc: ({ method }) => (method === "block_results" ? answer : undefined) };
      const setting = /discard_abci_responses = false/;
      await through(rules, async (url) => {
        await expect(doctor(url)).rejects.toThrow(setting);
        await expect(published(url)).rejects.toThrow(setting);
      });
    },
  );

  it.each(caseOf<{ answers?: object[] }>("27-cosmos-status-key-unread").answers ?? [])(
    "27: a part of status that is not needed: %j",
    async (answer) => {
      const [[path, value] = []] = Object.entries(answer) as [string, unknown][];
      const rules: Rules = {
        change: (envelope, { call }) => {
          if (call?.method !== "status") return envelope;
          const { validator_info, ...rest } = envelope.result;
          if (value === "left out") return { ...envelope, result: rest };
          expect(path).toBe("result.validator_info.pub_key");
          return { ...envelope, result: { ...rest, validator_info: { ...validator_info, pub_key: value } } };
        },
      };
      await through(rules, async (url) => {
        expect((await published(url)).messages).toEqual(right);
        await expect(doctor(url)).resolves.toContain("celestia");
      });
    },
  );

  it.each(
    thinned(
      caseOf<{ answers?: (Reply & { connection?: string })[] }>("28-cosmos-gateway-without-distribution")
        .answers ?? [],
      2,
    ),
  )("28: a gateway that refuses distribution: $status $connection", async ({ connection, ...answer }) => {
    const reply = connection === undefined ? answer : { isClosed: true };
    const rules: Rules = {
      http: ({ method, path }) =>
        method === "GET" && path.startsWith("/cosmos/distribution/") ? reply : undefined,
    };
    await through(rules, async (url) => {
      const { messages, text } = await published(stub.url, [url]);
      // Nodes' answers for the cross-check are read nevertheless.
      const withoutPending = (all: unknown) =>
        JSON.parse(JSON.stringify(all), (key, value) => (key === "pending_rewards" ? null : value));
      expect(withoutPending(messages)).toEqual(right);
      expect(text()).toContain("cannot be reconciled");
      const said = await doctor(stub.url, [url]);
      expect(said).toMatch(/distribution through REST.*not cross-checked/);
      expect(said).not.toContain("; cross-checked through REST");
    });
  });
});

/** Answers of beacon nodes without a recorded case: another node's right one is used, and the log quotes the node. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { createListeningLog } from "../../test/support/cases.ts";
import { type Answer, type Rules, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import { openBeaconSession } from "../eth/index.ts";

const chain = generateChain({ seed: 21, validators: 64, preset: "minimal", startEpoch: 6, epochs: 6 });
const range = { from: 7, to: 7 };

let stub: Awaited<ReturnType<typeof startStubBeaconNode>>;
let right: unknown[];
beforeAll(async () => {
  stub = await startStubBeaconNode(chain);
  right = (await published({}, { isAlone: true })).messages;
});
afterAll(() => stub.close());

/** @param isAlone without another node that answers correctly */
async function published(rules: Rules, { isAlone = false } = {}) {
  const node = await startInterceptor(stub.url, rules);
  const { log, text } = createListeningLog();
  const urls = isAlone ? [node.url] : [node.url, stub.url];
  const nodeOptions = { restBaseMs: 2, restMaxMs: 8, rounds: 2 };
  try {
    const openSession = () =>
      openBeaconSession(
        { urls, requestsPerSecond: 10_000, maxHeadAgeS: 0, rewardCheckEpochs: 1, nodeOptions },
        { log },
      );
    const busMessages = await publishedBy({ chain: { id: "eth" }, openSession, range });
    return { messages: busMessages.map(({ value }) => decodeValue(value)), text };
  } finally {
    await node.close();
  }
}
const only =
  (pattern: RegExp, change: (body: Answer) => unknown): NonNullable<Rules["change"]> =>
  (body, { path }) =>
    pattern.test(path) ? change(body) : body;

describe("another beacon node is read where one returns", () => {
  it.each(
    thinned<[string, Rules]>(
      [
        [
          "a consolidation twice",
          {
            change: only(/pending_consolidations/, ({ data, ...rest }) => ({
              ...rest,
              data: [...data, ...data],
            })),
          },
        ],
        ["null for its validators", { change: only(/states\/\d+\/validators$/, () => null) }],
        [
          "no rewards of an epoch",
          { change: only(/rewards\/attestations/, () => ({ data: { total_rewards: [] } })) },
        ],
        ["null for a block", { change: only(/beacon\/blocks\//, () => null) }],
        [
          "an error with 200 for its committees",
          { change: only(/\/committees/, () => ({ code: 500, message: "sad" })) },
        ],
        ["a page for every request", { http: () => ({ status: 200, body: "<html>maintenance</html>" }) }],
        [
          "402 with words of a rate limit",
          { http: () => ({ status: 402, body: "daily request count exceeded" }) },
        ],
      ],
      3,
    ),
  )("%s", async (_, rules) => {
    expect((await published(rules)).messages).toEqual(right);
  });
});

describe("a beacon node alone", () => {
  it("says why it refuses an optional call, once", async () => {
    const { messages, text } = await published(
      {
        http: ({ path }) =>
          path.endsWith("/pending_deposits") ? { status: 400, body: "queues are not served" } : undefined,
      },
      { isAlone: true },
    );
    expect(messages.length).toBeGreaterThan(0);
    expect(text().match(/an optional call was refused/g)).toHaveLength(1);
    expect(text()).toMatch(/pending_deposits.*queues are not served/);
  });

  it("says with 200 what is wrong: its words are in the error", async () => {
    const failed = published(
      { change: only(/sync_committees/, () => ({ code: 500, message: "the archive is offline" })) },
      { isAlone: true },
    );
    await expect(failed).rejects.toThrow(/sync_committees.*the archive is offline/);
  });
});

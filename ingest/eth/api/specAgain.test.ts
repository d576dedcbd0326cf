import { afterEach, describe, expect, it } from "vitest";
import { createLogger } from "../../../lib/logger.ts";
import { forkAt } from "../spec.ts";
import type { TestNode } from "../testNode.ts";
import { createTestNodes } from "../testNodes.ts";
import { createBeaconClient } from "./client.ts";

const { start, close } = createTestNodes();
afterEach(close);

const client = ({ url }: TestNode, nodeOptions = {}) =>
  createBeaconClient({
    urls: [url],
    requestsPerSecond: 10_000,
    maxHeadAgeS: 0,
    log: createLogger("silent"),
    nodeOptions: { rounds: 3, restBaseMs: 4, restMaxMs: 8, ...nodeOptions },
  });

describe("the spec of a node", () => {
  it("is requested again: newly scheduled forks are added", async () => {
    const node = await start();
    const { ELECTRA_FORK_EPOCH, MAX_EFFECTIVE_BALANCE_ELECTRA, ...old } = node.chain.spec as Record<
      string,
      string
    >;
    node.chain.spec = { ...old, ELECTRA_FORK_EPOCH: "18446744073709551615" };
    const one = client(node, { checkEveryMs: -1 });
    const chain = await one.chain();
    expect(forkAt(chain, 3)).not.toBe("electra");
    node.chain.spec = { ...old, ELECTRA_FORK_EPOCH: "3", MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000" };
    await one.chain();
    expect(forkAt(chain, 2)).not.toBe("electra");
    expect(forkAt(chain, 3)).toBe("electra");
    expect(chain.spec).toMatchObject({
      ELECTRA_FORK_EPOCH: "3",
      MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000",
    });
  });

  it("is checked again when its connection broke: it may have come back with another release", async () => {
    const node = await start();
    const specRequests = ({ requests }: TestNode) =>
      requests.filter((path) => path === "/eth/v1/config/spec").length;
    node.intercept = (path, count) =>
      path.includes("/committees") && count === 1 ? { breakAfter: 0 } : undefined;
    const one = client(node);
    await one.chain();
    expect(specRequests(node)).toBe(1);
    await one.committees(4, 1);
    expect(specRequests(node)).toBe(2);
  });
});

/** Scenario 9: Avalanche. Processes killed, broker, store and node in trouble, old messages and poison: all of it at once. */
import { type Fault, type StubNode, startAvalancheStub } from "../../fixtures/avalanche/stubNode.ts";
import { toView } from "../../fixtures/avalanche/toView.ts";
import { avalancheTopics } from "../../schemas/avalanche/events.ts";
import { type AvalancheReference, avalancheReferenceOf } from "./avalancheHistory.ts";
import { type ChainOfCluster, openCluster } from "./deployment.ts";
import type { Scenario } from "./scenario.ts";
import { type Besieged, besiege, spell as spellOf, type Trouble, times } from "./siege.ts";
import { runOn } from "./withDeployment.ts";

const avalancheChain: ChainOfCluster = {
  listener: "avalanche/mainnet",
  workerGroup: "validator-analytics-avalanche",
  topics: Object.values(avalancheTopics).map(({ name }) => name),
  strictField: "network",
  // The chain's clock isn't ours.
  environment: { AVALANCHE_MAX_HEAD_AGE_S: "0", AVALANCHE_START_HEIGHT: "0" },
};

const siege = { name: "avalanche", step: 40, heightsPerSecond: 4 };
const moveEveryMs = 250;
/** Blocks that the node has at first: before Banff and some days after it. */
const firstHead = 100;

type AvalancheDeployment = Besieged & { reference: AvalancheReference; node: StubNode };

const spell = spellOf<Fault, AvalancheDeployment>;
const block = "platform.getBlockByHeight";
const height = "platform.getHeight";

const troubles: readonly Trouble<AvalancheDeployment>[] = [
  spell("a storm of 429", { [block]: times(12, "429"), [height]: times(2, "429") }),
  spell("500", { [block]: times(6, "500"), [height]: times(2, "500") }),
  spell("truncated JSON", { [block]: times(4, "truncated"), [height]: times(1, "truncated") }),
  spell("no JSON", { [block]: times(4, "garbage"), [height]: times(1, "garbage") }),
  spell("no result", { [block]: times(4, "null result"), [height]: times(1, "null result") }),
  spell("connections closed", { [block]: times(4, "disconnect"), [height]: times(1, "disconnect") }),
];

async function openAvalancheDeployment(reference: AvalancheReference): Promise<AvalancheDeployment> {
  const node = await startAvalancheStub(toView(reference.history), { head: firstHead });
  const environment = { AVALANCHE_RPC_URLS: node.url };
  const cluster = await openCluster({ chain: avalancheChain, environment }).catch(async (error: unknown) => {
    await node.close();
    throw error;
  });
  let speed = 0;
  let wanted = firstHead;
  const advance = (blocks: number) => {
    wanted = Math.min(reference.published, wanted + blocks);
    node.settings.head = Math.floor(wanted);
  };
  const move = setInterval(() => advance((speed * moveEveryMs) / 1000), moveEveryMs);
  return {
    ...cluster,
    reference,
    node,
    advance,
    play: (blocksPerSecond) => {
      speed = blocksPerSecond;
    },
    finish: () => advance(reference.published),
    close: async () => {
      clearInterval(move);
      await cluster.close();
      await node.close();
    },
  };
}

export const avalanche: Scenario = {
  number: 9,
  ciSeconds: 160,
  isFurther: true,
  name: "avalanche",
  run: async (context) => {
    const reference = await avalancheReferenceOf(context.size, context.seed);
    context.note("the reference is there");
    const deployment = await openAvalancheDeployment(reference);
    return [await runOn(deployment, (own) => besiege(own, context, { ...siege, troubles }))];
  },
};

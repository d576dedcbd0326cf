/** An instance of Koios with a generated history, as a process: prints its address, and reports its requests. */
import { createCardanoHistory } from "../fixtures/cardano/model.ts";
import { startCardanoStub } from "../fixtures/cardano/stubNode.ts";

const [pools, delegators, epochs] = process.argv.slice(2).map(Number) as [number, number, number];
/** Pools that every history has. */
const oddPools = 11;

const history = createCardanoHistory({
  seed: 1,
  extraPools: pools - oddPools,
  delegators,
  epochs,
  blocksPerEpoch: 21_600,
});
const node = await startCardanoStub(history);
process.on("message", () => process.send?.(node.requests));
process.stdout.write(`${node.url}\n`);

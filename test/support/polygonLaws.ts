/** A short history of Polygon for the laws of the pipeline. */
import { createPriorityFees } from "../../fixtures/polygon/fees.ts";
import { createPolygonHistory } from "../../fixtures/polygon/history.ts";
import { startPolygonStub } from "../../fixtures/polygon/stubNodes.ts";
import { priorityFeesIn } from "../../ingest/polygon/priorityFees.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { createPolygonTransform } from "../../transform/polygon/transform.ts";
import type { LawChain } from "./laws.ts";
import { log, publishedBy } from "./pipeline.ts";
import { chain, openPolygon, polygonOptions } from "./polygon.ts";
import { createFeesFile } from "./polygonFees.ts";

export const polygonLaws: LawChain = {
  family: "polygon",
  // It needs the contracts as of two days: test/polygonRewards.long.test.ts.
  emptyTables: ["fct_polygon_reward_reconciliation"],
  listen: async () => {
    const history = createPolygonHistory({ seed: 3, checkpoints: 13, checkpointSeconds: 18_000 });
    const stub = await startPolygonStub(history, { hasBor: true });
    const file = createFeesFile();
    const [first, second] = createPriorityFees(history).editions;
    const readPriorityFees = priorityFeesIn(file.path);
    const openSession = () => openPolygon(polygonOptions(stub, { readPriorityFees }));
    try {
      file.edit(first);
      const messages = await publishedBy({ chain, openSession, range: { from: 2, to: 13 } });
      file.edit(second);
      const again = await publishedBy({ chain, openSession, range: { from: 13, to: 13 } });
      return [...messages, ...again.filter(({ headers }) => headers?.type === "priority_fees")];
    } finally {
      await stub.close();
      file.remove();
    }
  },
  createTransform: (store) => createPolygonTransform({ store, log }) as ChainTransform<ChainMessage>,
  completeSql: `select concat(toString(validator), '/', toString(day)) as key, toString(tuple(*)) as row
    from fct_polygon_validator_daily final where is_complete = 1`,
};

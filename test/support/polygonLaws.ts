/** A short history of Polygon for the laws of the pipeline. */
import { createPolygonHistory } from "../../fixtures/polygon/history.ts";
import { startPolygonStub } from "../../fixtures/polygon/stubNodes.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { createPolygonTransform } from "../../transform/polygon/transform.ts";
import type { LawChain } from "./laws.ts";
import { log, publishedBy } from "./pipeline.ts";
import { chain, openPolygon, polygonOptions } from "./polygon.ts";

export const polygonLaws: LawChain = {
  family: "polygon",
  listen: async () => {
    const history = createPolygonHistory({ seed: 3, checkpoints: 13, checkpointSeconds: 18_000 });
    const stub = await startPolygonStub(history, { hasBor: true });
    const openSession = () => openPolygon(polygonOptions(stub));
    try {
      return await publishedBy({ chain, openSession, range: { from: 2, to: 13 } });
    } finally {
      await stub.close();
    }
  },
  createTransform: (store) => createPolygonTransform({ store, log }) as ChainTransform<ChainMessage>,
  completeSql: `select concat(toString(validator), '/', toString(day)) as key, toString(tuple(*)) as row
    from fct_polygon_validator_daily final where is_complete = 1`,
};

/** Calls about the duties of some validators, which comparisons use. */
import type { z } from "zod";
import type { NodeSet } from "../../node/nodes.ts";
import { optionalRounds } from "../../node/optional.ts";
import { json, jsonBytesMax } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient } from "./beacon.ts";

type DutyCalls = Pick<BeaconClient, "attesterDuties" | "syncDuties" | "liveness">;

export function createDutyCalls({ set }: { set: NodeSet }): DutyCalls {
  const ofValidators =
    <Schema extends z.ZodType<{ data: unknown }>>(call: string, schema: Schema) =>
    (epoch: number, ids: readonly number[], signal?: AbortSignal): Promise<z.output<Schema>["data"]> =>
      set.call({
        path: `/eth/v1/validator/${call}/${epoch}`,
        method: "POST",
        body: JSON.stringify(ids.map(String)),
        signal,
        bodyBytesMax: jsonBytesMax,
        rounds: optionalRounds,
        read: async (response) => (await json(schema, response)).data,
      });
  return {
    attesterDuties: ofValidators("duties/attester", api.attesterDutiesAnswer),
    syncDuties: ofValidators("duties/sync", api.syncDutiesAnswer),
    liveness: ofValidators("liveness", api.livenessAnswer),
  };
}

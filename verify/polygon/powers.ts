/**
 * Voting powers in Heimdall's current set, in whole POL, by the last event of a validator that Heimdall knows (its nonce).
 * Heimdall 0.9.1, x/stake: StakeUpdate, SignerChange. A point is the newest checkpoint.
 */
import type { Kind } from "../figure.ts";
import { newestHourly, orMissing } from "../refusals.ts";
import type { PolygonSource } from "./source.ts";

type Known = { validators: number[]; nonces: number[] };

export function votingPowers({ heimdall }: PolygonSource): Kind {
  let known: Known = { validators: [], nonces: [] };
  return {
    name: "voting_powers",
    title: "voting powers of validators",
    source: "GET /stake/validators-set",
    pointsOf: newestHourly(),
    read: (_point, { rows, signal }) =>
      orMissing(async () => {
        const set = await heimdall.validators(signal);
        const requested = {
          validators: set.map(({ val_id }) => val_id),
          nonces: set.map(({ nonce }) => Number(nonce)),
        };
        // Events that Heimdall knows are final later on the root chain, and are ingested then.
        const signers = await rows<{ validator: number }>("polygon/verify_known_nonces", requested);
        const ids = new Set(signers.map(({ validator }) => validator));
        const own = set.filter(({ val_id }) => ids.has(val_id));
        if (own.length === 0)
          return { missing: "the warehouse has no event that Heimdall's set is based on" };
        known = {
          validators: own.map(({ val_id }) => val_id),
          nonces: own.map(({ nonce }) => Number(nonce)),
        };
        return own.flatMap(({ val_id, voting_power, signer }) =>
          Object.entries({ voting_power_pol: voting_power, signer }).map(([item, value]) => ({
            subject: String(val_id),
            item,
            value,
          })),
        );
      }),
    own: { sql: "polygon/verify_voting_powers", values: () => known },
  };
}

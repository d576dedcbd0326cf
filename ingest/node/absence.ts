/**
 * How nodes report that they do not have the requested data. Beacon nodes, gateways and chains' REST servers return 404
 * or 410, or pass a database error on as 500 with their own message: Prysm "could not find block" and "failed to replay
 * blocks: no data found for slot", Lodestar "REGEN_ERROR_NO_SEED_STATE", gRPC gateways "not found". A proxy's statuses
 * for a server that it can't reach (502 to 504) are none of these.
 */
const absentStatuses: ReadonlySet<number> = new Set([404, 410]);
const absentWords =
  /not[ _-]?found|could(?: not|n't) (?:find|be found)|no (?:data|block|state|seed state|record|such (?:block|state|record|key))\b|no_seed_state|(?:does not|doesn't) (?:exist|have)|no longer (?:available|kept|stored)|(?:state|history|historical \w+|block|data) (?:is )?(?:unavailable|not available)|pruned|missing (?:state|block)/i;

/** Whether a refusal means that the requested data is not there, and never will be on this node. */
export function saysAbsent(status: number, words: string): boolean {
  return absentStatuses.has(status) || (status === 500 && absentWords.test(words));
}

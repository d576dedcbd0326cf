/**
 * How nodes say that they do not have what was requested. Beacon nodes, gateways and REST servers of chains answer with 404
 * or 410, or pass an error of their database on as 500 with words of their own: Prysm "could not find block" and "failed
 * to replay blocks: no data found for slot", Lodestar "REGEN_ERROR_NO_SEED_STATE", gRPC gateways "not found". What a proxy
 * says of a server that it does not reach (502 to 504) is none of these.
 */
const absentStatuses: ReadonlySet<number> = new Set([404, 410]);
const absentWords =
  /not[ _-]?found|could(?: not|n't) (?:find|be found)|no (?:data|block|state|seed state|record|such (?:block|state|record|key))\b|no_seed_state|(?:does not|doesn't) (?:exist|have)|no longer (?:available|kept|stored)|(?:state|history|historical \w+|block|data) (?:is )?(?:unavailable|not available)|pruned|missing (?:state|block)/i;

/** Whether a refusal says that what was requested is not there, and never will be on this node. */
export function saysAbsent(status: number, words: string): boolean {
  return absentStatuses.has(status) || (status === 500 && absentWords.test(words));
}

/** All stakes of the primary network and its supply after one block. */
import pLimit from "p-limit";
import type { Logger } from "../../lib/logger.ts";
import type { StateMessage, ToldMessage, ToldStake } from "../../schemas/avalanche/events.ts";
import type { AvalancheClient } from "./api/client.ts";

/** About 330 bytes a stake. */
const stakesPerMessage = 4_000;
const attempts = 5;
const requestsAtOnce = 16;

export type State = { height: number; supply: string | null; stakes: ToldStake[] };

type Source = Pick<AvalancheClient, "height" | "supply" | "stakes">;

async function readStakes(client: Source, signal: AbortSignal): Promise<ToldStake[]> {
  const { stakes, withoutDelegators } = await client.stakes([], signal);
  const limit = pLimit(requestsAtOnce);
  const delegations = await Promise.all(
    withoutDelegators.map((nodeId) =>
      limit(async () => {
        const answer = await client.stakes([nodeId], signal);
        return answer.stakes.filter(({ is_validator }) => !is_validator);
      }),
    ),
  );
  return [...stakes, ...delegations.flat()];
}

/**
 * The state now. Its calls are answered one after the other while blocks come, so it is read again until the head stands
 * where it stood before; should it never, stakes are taken as they came: what is said of one doesn't change while it lasts.
 */
export async function readState(client: Source, log: Logger, signal: AbortSignal): Promise<State> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await client.height(signal);
    const supply = await client.supply(signal);
    const stakes = await readStakes(client, signal);
    const after = await client.height(signal);
    const isStill = before === after && (supply?.height ?? before) === before;
    if (!isStill && attempt < attempts) continue;
    if (!isStill) log.warn({ before, after }, "blocks came while stakes were read");
    // Supply tells its own height: stakes that came later are in blocks, too.
    const isKnown = supply !== undefined && (supply.height !== undefined || before === after);
    return { height: supply?.height ?? before, supply: isKnown ? supply.supply : null, stakes };
  }
}

/** Messages of a state; the last one announces the others. */
export function toStateMessages(
  { height, supply, stakes }: State,
  common: Pick<StateMessage, "network" | "helicon">,
): (ToldMessage | StateMessage)[] {
  const messages: (ToldMessage | StateMessage)[] = [];
  for (let start = 0; start < stakes.length; start += stakesPerMessage)
    messages.push({ type: "told", ...common, height, stakes: stakes.slice(start, start + stakesPerMessage) });
  messages.push({ type: "state", ...common, height, supply, stake_count: stakes.length });
  return messages;
}

/** All stakes of the primary network and its supply after one block. */
import pLimit from "p-limit";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { ReportedStake, ReportedStakeMessage, StateMessage } from "../../schemas/avalanche/events.ts";
import type { AvalancheClient } from "./api/client.ts";

/** About 330 bytes a stake. */
const stakesPerMessage = 4_000;
const attempts = 10;
const requestsAtOnce = 16;

export type State = { height: number; supply: string | null; stakes: ReportedStake[] };

type Source = Pick<AvalancheClient, "height" | "supply" | "stakes">;

/** Delegations of validators whose answer omits them: one request each. */
async function readDelegations(
  client: Source,
  nodeIds: readonly string[],
  signal: AbortSignal,
): Promise<ReportedStake[]> {
  const limit = pLimit(requestsAtOnce);
  try {
    const answers = await Promise.all(nodeIds.map((nodeId) => limit(() => client.stakes([nodeId], signal))));
    return answers.flatMap(({ stakes }) => stakes.filter(({ is_validator }) => !is_validator));
  } finally {
    limit.clearQueue();
  }
}

const isBadAnswer = (error: unknown) => error instanceof SourceError && error.code === "bad_answer";

/**
 * The current state. Supply and validators are separate answers while blocks arrive, so they are read again until the head
 * has not moved in between. A delegation's data doesn't change during its term. A validator whose stake has ended since
 * then is no longer answered for, so everything is read again.
 */
async function readState(client: Source, log: Logger, signal: AbortSignal): Promise<State> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await client.height(signal);
    const supply = await client.supply(signal);
    const { stakes, withoutDelegators, problems } = await client.stakes([], signal);
    const after = await client.height(signal);
    const isStill = before === after && (supply?.height ?? before) === before;
    if (!isStill && attempt < attempts) continue;
    if (!isStill) log.warn({ before, after }, "new blocks arrived while validators were read");
    if (problems.length > 0)
      log.warn({ count: problems.length, reason: problems[0] }, "validators that can't be read");
    const delegations = await readDelegations(client, withoutDelegators, signal).catch(async (error) => {
      const canHaveLeft = isBadAnswer(error) && (await client.height(signal)) > after;
      if (canHaveLeft && attempt < attempts) return undefined;
      throw error;
    });
    if (delegations === undefined) continue;
    // Supply has its own height: stakes that came later are in blocks, too.
    const isKnown = supply !== undefined && (supply.height !== undefined || before === after);
    return {
      height: supply?.height ?? before,
      supply: isKnown ? supply.supply : null,
      stakes: [...stakes, ...delegations],
    };
  }
}

export type CurrentState = {
  /** The state as last read; undefined while it is unknown. */
  get(): State | undefined;
  /**
   * Reads it again. Failures are logged and leave it as it was.
   * @throws SourceError for a passing failure while no state is known, or the signal's reason
   */
  refresh(signal: AbortSignal): Promise<void>;
};

export function createCurrentState(
  client: Source,
  { network, log }: { network: string; log: Logger },
): CurrentState {
  let state: State | undefined;

  return {
    get: () => state,
    refresh: async (signal) => {
      try {
        state = await readState(client, log, signal);
      } catch (error) {
        signal.throwIfAborted();
        log.warn(
          { network, err: error },
          "stakes and supply could not be read; amounts are unknown until then",
        );
        const isPassing = error instanceof SourceError && error.retryable && error.code !== "bad_answer";
        if (state === undefined && isPassing) throw error;
      }
    },
  };
}

/** Messages of a state; the last one announces the others. */
export function toStateMessages(
  { height, supply, stakes }: State,
  common: Pick<StateMessage, "network" | "helicon">,
): (ReportedStakeMessage | StateMessage)[] {
  const messages: (ReportedStakeMessage | StateMessage)[] = [];
  for (let start = 0; start < stakes.length; start += stakesPerMessage)
    messages.push({ type: "told", ...common, height, stakes: stakes.slice(start, start + stakesPerMessage) });
  messages.push({ type: "state", ...common, height, supply, stake_count: stakes.length });
  return messages;
}

/** A walk over consecutive blocks. A unit publishes the blocks, the stakes that end in them, and the state that was read after them. */
import { dayOfSeconds } from "../../lib/days.ts";
import { elementAt } from "../../lib/elementAt.ts";
import type { Logger } from "../../lib/logger.ts";
import type { AvalancheMessage, BlocksMessage } from "../../schemas/avalanche/events.ts";
import { metrics } from "../listener/metrics.ts";
import type { PreparedUnit, Publish, Run, RunKind } from "../listener/session.ts";
import type { AvalancheClient } from "./api/client.ts";
import { createBlockTimes } from "./blockTimes.ts";
import { checkParents } from "./check.ts";
import { createEndedStakes } from "./endedStakes.ts";
import type { History } from "./history.ts";
import type { Links } from "./links.ts";
import { inParts, toBlocksMessage, toBusMessage } from "./messages.ts";
import { type CurrentState, toStateMessages } from "./state.ts";

/** What the runs of a session share. */
type SessionParts = {
  client: Pick<AvalancheClient, "tx" | "rewardUtxos">;
  history: Pick<History, "block">;
  /** Published with the block after which it was read; read again on each day that is followed. */
  currentState: CurrentState;
  links: Pick<Links, "areValid">;
  /** Fields of all messages; the schedule of upgrades changes in place. */
  common: Pick<BlocksMessage, "network" | "helicon">;
  /** Seconds of the chain's time before any block moves it. */
  genesisTime: number | undefined;
  /** Blocks in a unit. */
  unitBlocks: number;
  log: Logger;
};

const send = async (publish: Publish, messages: readonly AvalancheMessage[]) => {
  for (const message of messages) await publish([toBusMessage(message)]);
};

/** One warning for each type of a unit. */
function reportUnknown(unknowns: BlocksMessage["unknowns"], network: string, log: Logger): void {
  const heights = new Map<number, number[]>();
  for (const { height, type_id } of unknowns) {
    metrics.unknownTypes.inc({ chain: "avalanche", network });
    heights.set(type_id, [...(heights.get(type_id) ?? []), height]);
  }
  for (const [type, at] of heights)
    log.warn({ network, type, height: at[0], count: at.length }, "unknown P-chain transaction type");
}

export function openRun(
  kind: RunKind,
  { client, history, currentState, links, common, genesisTime, unitBlocks, log }: SessionParts,
): Run {
  const times = createBlockTimes(history, genesisTime);
  const endedStakes = createEndedStakes(client, { common, state: currentState.get });
  /** The day of the block with which the state was last published. */
  let lastState: number | undefined;

  async function publishState(
    to: number,
    time: number,
    publish: Publish,
    signal: AbortSignal,
  ): Promise<void> {
    if (
      kind === "follow" &&
      lastState !== undefined &&
      currentState.get() !== undefined &&
      dayOfSeconds(time) > lastState
    ) {
      lastState = undefined;
      await currentState.refresh(signal);
    }
    const state = currentState.get();
    if (state === undefined || state.height > to || lastState !== undefined) return;
    await send(publish, toStateMessages(state, common));
    lastState = dayOfSeconds(time);
  }

  async function prepare(from: number, signal: AbortSignal, to = from): Promise<PreparedUnit> {
    const heights = Array.from({ length: to - from + 1 }, (_, i) => from + i);
    const blocks = await Promise.all(heights.map((height) => history.block(height, signal)));
    if (links.areValid() !== false) checkParents(blocks);
    const last = elementAt(blocks, blocks.length - 1);

    async function publish(publishTo: Publish, unitSignal: AbortSignal): Promise<undefined> {
      const blockTimes = await times.of(blocks, unitSignal);
      const messages = inParts(blocks).map((part) =>
        toBlocksMessage(blocks.slice(part.from, part.to), blockTimes.slice(part.from, part.to), common),
      );
      endedStakes.rememberBegun(blocks);
      const rewards = messages.flatMap((message) => message.rewards);
      const ended = await endedStakes.read(rewards, unitSignal);
      reportUnknown(
        messages.flatMap(({ unknowns }) => unknowns),
        common.network,
        log,
      );
      await send(publishTo, [...ended, ...messages]);
      await publishState(to, blockTimes.at(-1) ?? 0, publishTo, unitSignal);
    }

    const parentId = links.areValid() === false ? "" : (blocks[0]?.parentId ?? "");
    // A block of an unknown type does not name its parent.
    const parent = parentId === "" ? undefined : { position: from - 1, root: parentId };
    return { parent, last: { position: to, root: last.id }, publish };
  }

  return {
    lastOf: (height, final) => Math.min(final, height + unitBlocks - 1),
    prepare,
  };
}

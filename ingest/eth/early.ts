/**
 * Follows nodes that drop states as soon as they are older than finality, as Lodestar does by default. An epoch is read
 * when it is justified, while its states are still served, and held back until the checkpoint that proves it is final.
 */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { isPruned } from "../listener/pruned.ts";
import type { PreparedUnit, Publish } from "../listener/session.ts";
import type { BeaconClient, Checkpoint, Checkpoints } from "./api/beacon.ts";
import { lastPublishableEpoch } from "./range.ts";
import type { EthChain } from "./spec.ts";

type EarlyReading = {
  /** The checkpoint that proves epochs: the justified one if states have to be read early, otherwise the final one. */
  anchorOf(checkpoints: Checkpoints, signal: AbortSignal): Promise<Checkpoint>;
  /** The unit, whose messages wait until its anchor is final. */
  heldBack(unit: PreparedUnit, anchor: Checkpoint): PreparedUnit;
};

type Options = {
  client: BeaconClient;
  chain: Pick<EthChain, "network" | "slotsPerEpoch">;
  log: Logger;
};

export function createEarlyReading({ client, chain, log }: Options): EarlyReading {
  /** Undefined before a chain has finalized anything: no node has dropped a state yet. */
  let isEarly: boolean | undefined;
  let decidedFor = -1;

  /** A node that has just synced from a checkpoint lacks older states, too, so it is probed again with each final epoch. */
  async function decide(finalEpoch: number, signal: AbortSignal): Promise<void> {
    const last = lastPublishableEpoch(finalEpoch);
    if (isEarly === false || last <= decidedFor || last < 0) return;
    try {
      await client.finalized(last * chain.slotsPerEpoch, signal);
      isEarly = false;
    } catch (error) {
      if (!isPruned(error)) throw error;
      decidedFor = last;
      if (isEarly === true) return;
      isEarly = true;
      log.info(
        { network: chain.network },
        "nodes serve no states before finality; epochs are read when they are justified",
      );
    }
  }

  /** Waits until the anchor is final. @throws SourceError `inconsistent` if another block became final in its place */
  async function untilFinal(
    anchor: Checkpoint,
    signal: AbortSignal,
    news: () => Promise<void>,
  ): Promise<void> {
    for (;;) {
      const { finalized } = await client.checkpoints("head", signal);
      if (finalized.epoch === anchor.epoch && finalized.root === anchor.root) return;
      if (finalized.epoch >= anchor.epoch) {
        const { value } = await client.header(anchor.root, signal);
        if (finalized.epoch > anchor.epoch && value?.canonical === true) return;
        throw new SourceError(
          `block ${anchor.root} was justified in epoch ${anchor.epoch}, and is not on the chain that became final`,
          { code: "inconsistent", meta: { network: chain.network, epoch: anchor.epoch } },
        );
      }
      await news();
    }
  }

  return {
    anchorOf: async ({ finalized, justified }, signal) => {
      await decide(finalized.epoch, signal);
      return isEarly !== false && justified !== undefined && justified.epoch > finalized.epoch
        ? justified
        : finalized;
    },
    heldBack: (unit, anchor) => ({
      publish: async (send, signal, news) => {
        const held: (readonly BusMessage[])[] = [];
        const keep: Publish = async (messages) => {
          held.push([...messages]);
          // The epoch message is the last one: the bus takes over nothing before it is sent.
          if (!messages.some(({ headers }) => headers?.type === "epoch")) return;
          if (news !== undefined) await untilFinal(anchor, signal, news);
          for (const batch of held.splice(0)) await send(batch);
        };
        return await unit.publish(keep, signal, news);
      },
    }),
  };
}

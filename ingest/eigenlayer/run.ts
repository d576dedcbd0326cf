/** A walk over blocks: their logs, answers of contracts at the ends of days, prices, and rewards from sidecars. */
import { elementAt } from "../../lib/elementAt.ts";
import type { Logger } from "../../lib/logger.ts";
import type { EigenlayerMessage } from "../../schemas/eigenlayer/events.ts";
import type { RunLength } from "../execution/runLength.ts";
import { createEditionPublisher, type ReadEdition } from "../importedFile.ts";
import type { PreparedUnit, Publish, Run, RunKind } from "../listener/session.ts";
import { type AnswerDeps, readDay, readStrategies, readTokens } from "./answers.ts";
import { addCompletedM1 } from "./completionsM1.ts";
import { type Known, note, noteQueuedM1 } from "./known.ts";
import { toBusMessage, toLogsMessages } from "./messages.ts";
import { checkPresupposed } from "./presupposed.ts";
import type { Price } from "./prices.ts";
import type { RewardReader } from "./rewards.ts";
import { type Piece, readWindow, type WindowDeps } from "./window.ts";
import type { WrittenBlocks } from "./written.ts";

export type RunDeps = Omit<AnswerDeps, "signal"> & {
  /** The first block with logs of the contracts. */
  firstBlock: number;
  window: WindowDeps;
  /** Blocks of a unit. */
  length: RunLength;
  written: WrittenBlocks;
  readPrices: ReadEdition<Price> | undefined;
  /** undefined without sidecars. */
  openRewards(kind: RunKind): RewardReader | undefined;
  log: Logger;
};

type Sending = { send: (messages: readonly EigenlayerMessage[]) => Promise<void>; signal: AbortSignal };

/** Publishes the logs of a piece and the days that end in it, and adds its facts to the state. */
async function publishPiece(
  deps: RunDeps,
  piece: Piece,
  state: Known,
  { send, signal }: Sending,
): Promise<void> {
  const { client, log, network, firstBlock } = deps;
  const { run, ends, firstDay, last } = piece;
  checkPresupposed(state, piece.facts);
  noteQueuedM1(state, piece.facts);
  const facts = await addCompletedM1(piece.facts, { client, log, queued: state.queuedM1, signal });
  const context = { network, first_block: firstBlock, run, ends, firstDay, lastTime: last.time };
  await send(toLogsMessages(facts, context));
  note(state, facts);
  const answers = { ...deps, signal };
  const tokens = ends.length === 0 ? undefined : await readStrategies(answers, state, last.number);
  if (tokens !== undefined) await send([tokens]);
  if (tokens !== undefined) for (const one of state.strategies.values()) one.isDescribed = true;
  for (const end of ends) if (end.lastBlock >= firstBlock) await send([await readDay(answers, state, end)]);
}

/** Publishes the snapshots that sidecars have and that aren't published yet, with the names of their tokens at a block. */
async function publishRewards(
  deps: RunDeps,
  rewards: RewardReader | undefined,
  { state, block }: { state: Known; block: number },
  { send, signal }: Sending,
): Promise<void> {
  const { network } = deps;
  await rewards?.catchUp(
    state,
    async (messages, wanted) => {
      const fresh = wanted.filter((token) => !state.tokens.has(token));
      const tokens = await readTokens({ ...deps, signal }, fresh, block);
      if (tokens.length > 0) await send([{ type: "tokens", network, block, strategies: [], tokens }]);
      for (const token of fresh) state.tokens.add(token);
      await send(messages);
    },
    signal,
  );
}

export function openRun(deps: RunDeps, range: { kind: RunKind }): Run {
  const { network, window, length, written } = deps;
  let stateBefore: Promise<Known> | undefined;
  const publishPrices = createEditionPublisher(deps.readPrices);
  const rewards = deps.openRewards(range.kind);

  /** What is known before the first unit that is published; later units add to it. */
  function stateFrom(from: number, signal: AbortSignal): Promise<Known> {
    stateBefore ??= written.knownBefore(from, signal).catch((error: unknown) => {
      stateBefore = undefined;
      throw error;
    });
    return stateBefore;
  }

  async function prepare(from: number, signal: AbortSignal, to = from): Promise<PreparedUnit> {
    const pieces = await readWindow(window, { from, to }, signal);
    const [first] = pieces;
    if (pieces.length === 1) length.answered(first?.logCount ?? 0);
    const { last } = elementAt(pieces, pieces.length - 1);

    async function publish(publishTo: Publish, unitSignal: AbortSignal): Promise<undefined> {
      const sending: Sending = {
        send: async (messages) => {
          for (const message of messages) await publishTo([toBusMessage(message)]);
        },
        signal: unitSignal,
      };
      const state = await stateFrom(from, unitSignal);
      await publishPrices((file_version, prices) =>
        sending.send([{ type: "prices", network, file_version, prices }]),
      );
      for (const piece of pieces) await publishPiece(deps, piece, state, sending);
      await publishRewards(deps, rewards, { state, block: to }, sending);
    }

    const before = first?.before;
    const parent = before && { position: before.number, root: before.hash };
    return { parent, last: { position: to, root: last.hash }, publish };
  }

  return {
    lastOf: (height, final) => Math.min(final, height + length.get() - 1),
    prepare,
  };
}

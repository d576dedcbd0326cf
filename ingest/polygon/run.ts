/** A walk over checkpoints, with the events of the root chain between them. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { dayOfSeconds } from "../../lib/days.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { CheckpointsMessage, PriorityFee } from "../../schemas/polygon/events.ts";
import { createEditionPublisher, type ReadEdition } from "../importedFile.ts";
import type { Cursor } from "../listener/cursor.ts";
import type { PreparedUnit, Publish, Run } from "../listener/session.ts";
import { checkHeaders } from "./check.ts";
import { toCheckpointsMessage } from "./checkpoints.ts";
import type { Connection } from "./connect.ts";
import { type Header, toBusMessage } from "./decode.ts";
import type { Finality } from "./finality.ts";
import { createBorPublisher } from "./publishBor.ts";
import { type HistoryDeps, publishHistory } from "./publishHistory.ts";
import { createTurnPublisher } from "./publishTurns.ts";
import type { RootBlock } from "./rootChain.ts";
import { createScanner, type Scan, toWindowMessages } from "./scan.ts";
import type { createThreadedNamer } from "./signerThreads.ts";
import { readState } from "./state.ts";

export type RunDeps = Connection & {
  nameSigners: ReturnType<typeof createThreadedNamer>;
  finality: Finality;
  knownBlocks: HistoryDeps["knownBlocks"];
  readPriorityFees: ReadEdition<PriorityFee> | undefined;
  log: Logger;
};

/** With the one before them, they go into one request. */
const checkpointsPerUnit = 99;

/** What a unit publishes: its checkpoints and the events since the one before them. */
type ReadUnit = {
  /** The block of the checkpoint before the unit; undefined if there is none. */
  parent: RootBlock | undefined;
  /** The block before the unit's first one. */
  before: number;
  /** The block of the last checkpoint. */
  end: RootBlock;
  events: BusMessage[];
  headers: Header[];
  message: CheckpointsMessage;
};

/** @throws SourceError */
async function readUnit(
  deps: RunDeps,
  scan: Scan,
  { from, to }: HeightRange,
  signal: AbortSignal,
): Promise<ReadUnit> {
  const { network, constants, root, heimdall } = deps;
  const numbers = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const wanted = from > 1 ? [from - 1, ...numbers] : numbers;
  const near = await deps.finality.recent(signal);
  const records = await root.headerRecords(wanted, near.number, signal);
  const own = records.slice(wanted.length - numbers.length);
  const end = await root.blockAt(own.at(-1)?.time ?? 0, near, signal);
  const parent = from > 1 ? await root.blockAt(records[0]?.time ?? 0, end, signal) : undefined;
  const before = parent?.number ?? constants.firstBlock - 1;
  const events: BusMessage[] = [];
  const headers: Header[] = [];
  for await (const window of scan({ from: before + 1, to: end.number }, signal)) {
    events.push(...toWindowMessages(network, constants.firstBlock, window));
    headers.push(...window.found.headers);
  }
  const listed = await heimdall.checkpoints(from, to, signal);
  checkHeaders({ from, to }, headers, own, listed);
  const signers = await deps.nameSigners(await root.submissions(headers, signal));
  const epochs = await root.epochs(headers, signal);
  const message = toCheckpointsMessage(
    network,
    headers.map((header, place) => ({
      header,
      time: own[place]?.time ?? 0,
      epoch: epochs[place] ?? null,
      heimdall: listed.find(({ id }) => id === header.checkpoint),
      signers: signers[place] ?? [],
    })),
  );
  return { parent, before, end, events, headers, message };
}

export function openRun(deps: RunDeps, range: { from: number }, cursor: Cursor | undefined): Run {
  const { network, constants, root, heimdall, log } = deps;
  const history = { ...deps, firstBlock: constants.firstBlock };
  /** Whether the events before this run are sent: the first unit that is published sends them. */
  let isHistorySent = cursor !== undefined;
  /** Day of the last state that this run has published. */
  let stateDay = -1;
  const scan = createScanner(root);
  const publishFees = createEditionPublisher(deps.readPriorityFees);
  const publishTurns = createTurnPublisher(network, { states: heimdall.states, log });
  const publishBor = createBorPublisher(network, deps);

  async function publishState(send: Publish, signal: AbortSignal): Promise<number> {
    const at = await deps.finality.recent(signal);
    if (dayOfSeconds(at.time) === stateDay) return stateDay;
    await send([toBusMessage(await readState(network, { root, heimdall }, at, signal))]);
    return dayOfSeconds(at.time);
  }

  async function prepare(height: number, signal: AbortSignal, to = height): Promise<PreparedUnit> {
    const unit = await readUnit(deps, scan, { from: height, to }, signal);
    const { parent, before, end, events, headers, message } = unit;
    return {
      parent: parent && { position: parent.number, root: parent.hash },
      last: { position: end.number, root: end.hash },
      publish: async (send, unitSignal) => {
        await publishFees((file_version, fees) =>
          send([toBusMessage({ network, type: "priority_fees", file_version, fees })]),
        );
        if (!isHistorySent && height > 1)
          await publishHistory(history, scan, before, { send, signal: unitSignal });
        isHistorySent = true;
        await send(events);
        await publishBor(headers, send, unitSignal);
        const keepTurns = await publishTurns(headers, send, unitSignal);
        const day = await publishState(send, unitSignal);
        await send([toBusMessage(message)]);
        return () => {
          stateDay = day;
          keepTurns();
        };
      },
    };
  }

  return {
    // The checkpoint before the range is a unit of its own: it is left out when no node has it any more.
    lastOf: (height, finalHeight) =>
      height < range.from ? range.from - 1 : Math.min(finalHeight, height + checkpointsPerUnit - 1),
    prepare,
  };
}

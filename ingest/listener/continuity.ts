/** The chain of units: each builds on the last block of the one before it, which the nodes must still have. */
import { FatalError, SourceError } from "../../lib/errors.ts";
import type { Cursor } from "./cursor.ts";
import type { BlockAt, ChainSession, PreparedUnit, Publish } from "./session.ts";

type Rooted = Pick<ChainSession, "positionUnit" | "rootAt">;

const otherChain = "The node follows another chain, or what was final has changed.";

/** The block that the unit after a cursor must build on. A cursor without a root names none. */
export function blockOf(cursor: Cursor | undefined): BlockAt | undefined {
  return cursor === undefined || cursor.root === ""
    ? undefined
    : { position: cursor.position, root: cursor.root };
}

/** @throws FatalError `cursor_mismatch` unless a unit builds on the last block of the one before it */
export function checkContinuity(
  listener: string,
  height: number,
  { parent }: Pick<PreparedUnit, "parent">,
  previous: BlockAt | undefined,
): void {
  if (parent === undefined || previous === undefined) return;
  const { position = previous.position, root = previous.root } = parent;
  if (position === previous.position && root === previous.root) return;
  throw new FatalError(
    `${listener}: height ${height} follows block ${root} at ${position}, but the last one before it was ${previous.root} at ${previous.position}. ${otherChain}`,
    { code: "cursor_mismatch", meta: { listener, height, parent, previous } },
  );
}

/**
 * One answer is no verdict: several nodes may share an address, and one of them may be wrong.
 * @throws FatalError `cursor_mismatch` when the node's chain isn't the one that was followed before; SourceError `syncing`
 *   when the node has not reached the cursor yet
 */
export async function checkCursor(
  session: Rooted & Pick<ChainSession, "status">,
  listener: string,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<void> {
  const block = blockOf(cursor);
  if (block === undefined) return;
  const { position, root } = block;
  if ((await session.rootAt(position, signal, root)) === root) return;
  const other = await session.rootAt(position, signal, root);
  if (other === root) return;
  if (other === undefined) await checkReached(session, listener, cursor, signal);
  throw new FatalError(
    `${listener}: the cursor is at ${session.positionUnit} ${position}, root ${root}, but the node has ${other ?? "no block"} there. ` +
      `${otherChain} Check the node; to start anew, use an empty DATA_DIR or another network name.`,
    { code: "cursor_mismatch", meta: { listener, cursor, root: other } },
  );
}

/** @throws SourceError `syncing`: a node that lags is no fork */
async function checkReached(
  session: Pick<ChainSession, "status">,
  listener: string,
  { height }: Cursor,
  signal: AbortSignal,
): Promise<void> {
  const { final } = await session.status(signal, "backfill");
  if (final >= height) return;
  throw new SourceError(
    `${listener}: the node lags: its last final height is ${final}, but the cursor is at ${height}`,
    { code: "syncing", meta: { listener, final, height } },
  );
}

/**
 * Reads a unit's last block again: a node of another chain that has taken over the address would mix the facts of two chains.
 * @throws SourceError `inconsistent`
 */
export async function confirmBlock(
  { positionUnit, rootAt }: Rooted,
  { position, root }: BlockAt,
  signal: AbortSignal,
): Promise<void> {
  const now = await rootAt(position, signal, root);
  if (now === root) return;
  throw new SourceError(
    `the block of ${positionUnit} ${position} was ${root}, and is ${now ?? "missing"} now: the node's chain has changed`,
    { code: "inconsistent", meta: { position, root } },
  );
}

type Publishing = {
  send: Publish;
  signal: AbortSignal;
  confirm?: () => Promise<void>;
  news?: () => Promise<void>;
  /** Called when the run has moved past the unit; what fails later needs a new run. */
  onRead?: () => void;
};

/**
 * Publishes a unit. Its last batch, which makes it complete, is sent only when the node still has the unit's last block.
 * @returns what is called when the bus has everything
 */
export async function publishUnit(
  unit: Pick<PreparedUnit, "publish">,
  { send, signal, confirm, news, onRead }: Publishing,
): Promise<(() => void) | undefined> {
  let held: Parameters<Publish>[0] | undefined;
  const hold: Publish = async (batch) => {
    const before = held;
    held = [...batch];
    if (before !== undefined) await send(before);
  };
  const commit = await unit.publish(hold, signal, {
    ...(confirm && { confirm }),
    ...(news && { news }),
  });
  onRead?.();
  await confirm?.();
  if (held !== undefined) await send(held);
  return commit;
}

/** What execution nodes tell of payloads that are in the warehouse already: `backfill --part execution`. */
import { createBlockSession } from "../ingest/eth/execution/blockSession.ts";
import { createBlockReader } from "../ingest/eth/execution/readBlocks.ts";
import type { EthInfo } from "../ingest/eth/index.ts";
import { listenerName } from "../ingest/listener/session.ts";
import { ConfigError } from "../lib/errors.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import type { ChainPart, OpenedChain, RangeText } from "./chain.ts";
import { openExecution } from "./ethExecution.ts";
import { sanctionedAddresses } from "./ethSanctions.ts";
import { unknownExecution } from "./ethUnknown.ts";

/** The epochs of a range that the warehouse has. @throws ConfigError when it has none */
async function ingestedRange(
  store: Store,
  { session, parseRange }: OpenedChain,
  { from, to }: Partial<RangeText>,
): Promise<HeightRange> {
  const { network } = session;
  const [row] = await store.rows<{ epochs: string; first: number; last: number }>(
    internalSql("eth/final_epochs"),
    { network },
  );
  const there = { from: row?.first ?? 0, to: row?.last ?? 0 };
  const advice = `Ingest it first: \`backfill ${network} --from … --to …\`, or \`start\``;
  if (row === undefined || Number(row.epochs) === 0)
    throw new ConfigError(`No final block of ${network} is in the warehouse. ${advice}`, {
      code: "nothing_ingested",
    });
  const wanted = await parseRange({ from: from ?? String(there.from), to: to ?? String(there.to) });
  const range = { from: Math.max(wanted.from, there.from), to: Math.min(wanted.to, there.to) };
  if (range.from <= range.to) return range;
  throw new ConfigError(
    `No block of epochs ${wanted.from} to ${wanted.to} of ${network} is in the warehouse: it has those of ${there.from} to ${there.to}. ${advice}`,
    { code: "nothing_ingested" },
  );
}

/** Reads what has no row yet; with a list of addresses, also what was told without one. */
export const executionPart: ChainPart = {
  description: "blocks and receipts of the payloads that are in the warehouse and have none",
  open: async (opened, node, { config, range: wanted, store, log }) => {
    const info = opened.session.info as EthInfo;
    const { network } = opened.session;
    const client = openExecution(config, node, info, { what: "Blocks and receipts", log });
    const listed = sanctionedAddresses(config);
    const range = await ingestedRange(store, opened, wanted);
    /** What nodes don't have stays unknown: nobody waits for it. */
    const untold = new Set<number>();
    const findUnknown = (own: HeightRange) =>
      unknownExecution(store, network, own, {
        isListed: listed !== undefined,
        epochs: own.to - own.from + 1,
      });
    const unwritten = async (own: HeightRange) =>
      (await findUnknown(own)).map(({ epoch }) => epoch).filter((epoch) => !untold.has(epoch));
    const session = createBlockSession({
      ...{ chain: info.chain, log, range, findUnknown },
      reader: createBlockReader(client, listed),
      onUntold: (epoch) => untold.add(epoch),
    });
    return {
      session,
      listener: `${listenerName(opened.chain, session)}/execution/${range.from}-${range.to}`,
      unit: "epoch",
      range,
      isDone: (await findUnknown(range)).length === 0,
      firstUnwritten: async (_, own) => Math.min(own.to + 1, ...(await unwritten(own))),
      readable: async () => {
        const left = (await unwritten(range)).length;
        return { done: range.to - range.from + 1 - left, isReadable: left === 0 };
      },
    };
  },
};

/** Execution data of payloads that are in the warehouse already: `backfill --part execution`. */
import { createBlockSession } from "../ingest/eth/execution/blockSession.ts";
import { gasSums } from "../ingest/eth/execution/chain.ts";
import { createBlockReader } from "../ingest/eth/execution/readBlocks.ts";
import type { EthInfo } from "../ingest/eth/index.ts";
import { listenerName } from "../ingest/listener/session.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import type { OpenPart } from "./chain.ts";
import { openExecution } from "./ethExecution.ts";
import { ingestedRange } from "./ethIngested.ts";
import { sanctionedAddresses } from "./ethSanctions.ts";
import { unknownExecution } from "./ethUnknown.ts";

/** Reads payloads that have no row yet; with a list of addresses, also those that were read without one. */
export const openExecutionPart: OpenPart = async (opened, node, { config, range: wanted, store, log }) => {
  const info = opened.session.info as EthInfo;
  const { network } = opened.session;
  const client = openExecution(config, node, info, { what: "Blocks and receipts", log });
  const listed = sanctionedAddresses(config);
  const range = await ingestedRange(store, opened, wanted, "final_epochs");
  /** Epochs that nodes don't have stay unknown: the part ends without them. */
  const missing = new Set<number>();
  const findUnknown = (own: HeightRange) =>
    unknownExecution(store, network, own, {
      isListed: listed !== undefined,
      epochs: own.to - own.from + 1,
    });
  const unwritten = async (own: HeightRange) =>
    (await findUnknown(own)).map(({ epoch }) => epoch).filter((epoch) => !missing.has(epoch));
  const session = createBlockSession({
    ...{ chain: info.chain, log, range, findUnknown },
    reader: createBlockReader(client, listed, gasSums(info.chain)),
    onMissing: (epoch) => missing.add(epoch),
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
};

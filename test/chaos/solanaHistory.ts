/** A generated history of Solana, and the result of one undisturbed process. */
import { createSolanaHistory, type SolanaHistory } from "../../fixtures/solana/model.ts";
import { type StubNode, startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { followChain } from "../../ingest/listener/follow.ts";
import { openSolanaSession, slotsPerUnit } from "../../ingest/solana/session.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import type { Store } from "../../lib/store/store.ts";
import { solanaTopics } from "../../schemas/solana/events.ts";
import { startWorker } from "../../transform/frame/worker.ts";
import { createSolanaTransform } from "../../transform/solana/transform.ts";
import { recordUnits } from "../../transform/solana/versions.ts";
import { log, solanaOptions } from "../support/solana.ts";
import { lastBlock } from "../support/solanaMessages.ts";
import { openTemporaryStore } from "../support/warehouse.ts";
import type { Requests } from "./api.ts";
import { builtOnce, observe, type Reference } from "./history.ts";
import type { Size } from "./scenario.ts";
import { checkSolanaTruth } from "./solanaTruth.ts";
import type { Selection } from "./tables.ts";

/** Four hundred slots a day; the edge of an interval (213,000) is in it. */
const shape = {
  firstSlot: 212_400,
  slotsPerEpoch: 300,
  stakeAccountsPerValidator: 20,
  millisecondsPerSlot: 216_000,
};
const slots = { full: 4_800, ci: 1_500 };

export type SolanaReference = Reference & {
  history: SolanaHistory;
  /** The node's head at first. */
  start: number;
};

const epochOf = ({ slotsPerEpoch }: SolanaHistory, slot: number) => Math.floor(slot / slotsPerEpoch);

/**
 * How far a node's head may go while the listener is where it is. A node serves only the current state, so the facts of
 * an epoch are lost for good to a listener that is away for all of it. That takes two days on mainnet; here an epoch
 * waits for the listener to have read the state of the one before.
 */
export function highestHead(history: SolanaHistory, head: number, published: number): number {
  const begin = epochOf(history, head) * history.slotsPerEpoch;
  return begin + (published >= begin ? 2 : 1) * history.slotsPerEpoch - 1;
}

/** The last slot up to one at which a unit ends, and that has a block, as a node's final slot always has. */
function lastUnitEnd(history: SolanaHistory, slot: number): number {
  let unitEnd = slot + 1 - ((slot + 1) % slotsPerUnit) - 1;
  while (history.slot(unitEnd)?.block === undefined) unitEnd -= slotsPerUnit;
  return unitEnd;
}

/**
 * State is read at the node's head, which differs from run to run. The facts of an epoch are the same from its first
 * unit on, except these columns: the slot of the reading and the version derived from it; last votes and
 * roots, which advance with every block; the supply, of which every block burns fees; and credits of an epoch that
 * isn't over yet. An error in any of them shows in the tables: credits of past epochs are compared.
 */
function readingColumns(table: string, slotsPerEpoch: number): string | undefined {
  if (table === "raw_solana_state") return "* except (slot, version, supply_lamports)";
  if (table === "raw_solana_voter") return "* except (slot, version, last_vote_slot, root_slot)";
  if (table === "raw_solana_credit")
    return `* except (slot, version) replace (if(intDiv(slot, ${slotsPerEpoch}) = epoch, 0, credits) as credits)`;
  if (/^raw_solana_(stake|stake_snapshot|tip|pool)$/.test(table)) return "* except (slot, version)";
  return undefined;
}

/** Versions of rows computed from state end with the slot of the newest one; revision and facts come first, in all of them at the same place. */
const versionLessState = `intDiv(version, ${recordUnits.facts}) as version`;

function madeColumns(table: string): string | undefined {
  // Balances of stake accounts are those of the readings; how many facts lie between them is in the version.
  if (table === "fct_solana_account_reconciliation_epoch")
    return `* except (version) replace (
      if(account_type = 'vote', from_slot, 0) as from_slot,
      if(account_type = 'vote', to_slot, 0) as to_slot
    )`;
  return /^(fct_solana_|int_solana_(authority_stake|validator_stake|stake_reward)_epoch$)/.test(table)
    ? `* replace (${versionLessState})`
    : undefined;
}

const selectionOf =
  ({ slotsPerEpoch }: SolanaHistory): Selection =>
  (table) => {
    const columns = readingColumns(table, slotsPerEpoch) ?? madeColumns(table);
    return columns === undefined ? {} : { columns };
  };

function requestsOf({ validators, payouts }: SolanaHistory): Requests {
  const stakeAccount = payouts.find(({ kind }) => kind === "Staking")?.account ?? "";
  return {
    exceptFields: ["slot", "lastVoteSlot", "rootSlot"],
    paths: [
      "/v0/solana/validators?window=all&size=50",
      "/v0/solana/validators/leaderboard?window=all",
      "/v0/solana/network/overview",
      "/v0/solana/network/validatorDistributions",
      "/v0/solana/network/effectiveness",
      "/v1/solana/network/effectiveness?limit=50",
      `/v0/solana/delegators/stakeAccounts/${stakeAccount}/rewards`,
      ...validators.flatMap(({ voteAccount }) => [
        `/v0/solana/validators/${voteAccount}`,
        `/v0/solana/validators/${voteAccount}/performance`,
        `/v0/solana/validators/${voteAccount}/rewards`,
        `/v0/solana/validators/${voteAccount}/rewards?granularity=3k`,
        `/v1/solana/validators/${voteAccount}/performance?limit=50`,
      ]),
    ],
  };
}

/** Follows the history to its end; an epoch begins when the state of the one before has been read. */
async function followAll(
  node: StubNode,
  store: Store,
  { history, start, published }: Pick<SolanaReference, "history" | "start" | "published">,
): Promise<void> {
  const controller = new AbortController();
  const bus = createMemoryBus({ log });
  await bus.ensureTopics(Object.values(solanaTopics));
  const worker = await startWorker({
    bus,
    transform: createSolanaTransform({ store, log }),
    group: "s",
    log,
  });
  const failed = worker.done.then(() => undefined);
  const session = await openSolanaSession(solanaOptions([node.url], { startSlot: history.first }), { log });
  node.settings.head = start;
  try {
    const run = followChain(
      { id: "solana" },
      session,
      { bus, cursors: createCursorStore(store), log },
      {
        signal: controller.signal,
        onPublished: (height) => {
          if (height === published) controller.abort();
          const { head } = node.settings;
          node.settings.head = lastUnitEnd(history, Math.min(published, highestHead(history, head, height)));
        },
      },
    );
    await Promise.race([run, failed.then(() => run)]);
    await worker.settle();
  } finally {
    await worker.stop();
    await failed.catch(() => undefined);
    await bus.close();
  }
}

async function build(size: Size, seed: number): Promise<SolanaReference> {
  const history = createSolanaHistory({ ...shape, seed, slots: slots[size], start: "2026-03-01T12:00:00Z" });
  // At its end: in the first epoch an identity and a commission change, and a validator becomes delinquent.
  const start = lastBlock(history, history.first + history.slotsPerEpoch - 1);
  const followed = { history, start, published: lastUnitEnd(history, history.head) };
  const compared = { selection: selectionOf(history), requests: requestsOf(history) };
  const node = await startSolanaStub(history);
  const { store, close } = await openTemporaryStore();
  try {
    await followAll(node, store, followed);
    await checkSolanaTruth(store, history, followed.published);
    return { ...followed, ...compared, ...(await observe(store, compared)) };
  } finally {
    await close();
    await node.close();
  }
}

/** The history of a seed with its reference. */
export const solanaReferenceOf = (size: Size, seed: number): Promise<SolanaReference> =>
  builtOnce(`solana/${size}/${seed}`, () => build(size, seed));

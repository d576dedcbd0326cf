/** Calls to the Koios instances of one Cardano network. */
import { elementAt } from "../../../lib/elementAt.ts";
import { SourceError } from "../../../lib/errors.ts";
import { checkHeadAge } from "../../node/headAge.ts";
import { networkOf } from "../network.ts";
import { type Genesis, genesisAnswer, type Tip, tipAnswer } from "./answers.ts";
import { createEpochCalls } from "./epochCalls.ts";
import { createKoios, type KoiosOptions } from "./koios.ts";
import { createPoolCalls } from "./poolCalls.ts";
import { createReportCalls } from "./reportCalls.ts";

export type CardanoClientOptions = KoiosOptions & {
  /** An older head is an error while following, as is one that lags another node's by this much; seconds, 0 = off. */
  maxHeadAgeS: number;
};

export type CardanoClient = ReturnType<typeof createCardanoClient>;

const onlyRow =
  <Row>(what: string) =>
  (rows: Row[]) => {
    if (rows.length === 0) throw new SourceError(`${what}: no row`, { code: "bad_answer" });
  };

export function createCardanoClient(options: CardanoClientOptions) {
  /** The chain that all nodes must have: the first node's. */
  let pinnedGenesis: Genesis | undefined;
  /** Time of the newest head that any node has reported. */
  let newestHead = 0;

  const koios = createKoios(options, async (rows, node) => {
    const [genesis] = await rows(genesisAnswer, { path: "/genesis", check: onlyRow("genesis") });
    const [tip] = await rows(tipAnswer, { path: "/tip", check: onlyRow("tip") });
    if (genesis === undefined || tip === undefined) return;
    pinnedGenesis ??= genesis;
    if (genesis.networkmagic !== pinnedGenesis.networkmagic)
      throw new SourceError(
        `${node.name} is on ${networkOf(genesis.networkmagic)}, not on ${networkOf(pinnedGenesis.networkmagic)}`,
        { code: "other_chain", retryable: false, meta: { node: node.name } },
      );
    checkLag(tip);
  });

  /** @throws SourceError `stale` for a head that lags another node's, or an earlier answer's, by too much */
  function checkLag(tip: Tip): void {
    newestHead = Math.max(newestHead, tip.block_time);
    const lag = newestHead - tip.block_time;
    if (options.maxHeadAgeS > 0 && lag > options.maxHeadAgeS)
      throw new SourceError(`the node's head lags that of another node by ${lag} s`, { code: "stale" });
  }

  async function genesis(signal?: AbortSignal): Promise<Genesis> {
    const request = { path: "/genesis", signal, check: onlyRow<Genesis>("genesis") };
    return elementAt(await koios.rows(genesisAnswer, request), 0);
  }

  async function tip(signal?: AbortSignal, { isFollowing = false } = {}): Promise<Tip> {
    const check = ([reportedTip]: Tip[]) => {
      if (reportedTip === undefined) throw new SourceError("tip: no row", { code: "bad_answer" });
      checkLag(reportedTip);
      if (isFollowing)
        checkHeadAge(
          { name: `block ${reportedTip.block_no}`, time: reportedTip.block_time },
          options.maxHeadAgeS,
        );
    };
    return elementAt(await koios.rows(tipAnswer, { path: "/tip", signal, check }), 0);
  }

  return {
    ...{ genesis, tip, software: koios.software },
    ...createEpochCalls(koios, options.pageRows),
    ...createPoolCalls(koios),
    ...createReportCalls(koios),
  };
}

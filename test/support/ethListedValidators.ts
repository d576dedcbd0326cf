/** The list of Ethereum's validators, against the model. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { validatorsAt } from "./ethModelEntities.ts";
import type { ServeFixture } from "./serve.ts";
import { ethSubjects, inWindows } from "./subjectDays.ts";
import { checkSubjects } from "./subjects.ts";

/** Every validator is listed with what it did in each window, sorted and searched. */
export async function expectListedValidators(
  { chain, days, served }: { chain: EthFixture; days: readonly ModelDay[]; served: ServeFixture },
  { store, network }: { store: Store; network: string },
): Promise<void> {
  const [row] = await store.rows<{ epoch: number }>(
    `select toUInt32(greatest(
      (select max(end_epoch) from int_eth_day where network = {network:String}),
      (select max(version) from dim_eth_validator where network = {network:String})
    )) as epoch`,
    { network },
  );
  await checkSubjects(served, {
    chain: "eth",
    kind: "validator",
    token: "ETH",
    windows: inWindows((window) => ethSubjects(chain, days, row?.epoch ?? 0, window)),
    otherIds: new Map(
      validatorsAt(chain, row?.epoch ?? 0).map(({ index, pubkey }) => [String(index), pubkey]),
    ),
    isNumbered: true,
    digits: 12,
  });
}

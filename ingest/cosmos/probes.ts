/** What a listener needs of a CometBFT node and its REST gateway, probed on an old and a new block. */
import { QueryValidatorsRequest, QueryValidatorsResponse } from "cosmjs-types/cosmos/staking/v1beta1/query";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import type { Probe } from "../node/probes.ts";
import type { CometClient } from "./api/client.ts";
import type { DistributionSource } from "./api/distribution.ts";

type Source = {
  chain: CosmosChain;
  client: CometClient;
  distribution: DistributionSource | undefined;
  signal: AbortSignal | undefined;
};

/** The last complete block, and the first that the node keeps. */
type Heights = { head: number; earliest: number };

export function cosmosProbes(source: Source, { head, earliest }: Heights): Probe[] {
  const newest = Math.max(1, earliest, head - 1);
  return [...requiredProbes(source, newest), ...optionalProbes(source, { head: newest, earliest })];
}

/** Without these calls a listener has no data at all. */
function requiredProbes({ chain, client, signal }: Omit<Source, "distribution">, head: number): Probe[] {
  const on = `block ${head}, a new one`;
  return [
    {
      ...{ call: "block_results", on, isRequired: true },
      without: `Rewards of ${chain.id} are read from results of blocks`,
      run: () => client.rewardEvents(head, signal),
    },
    {
      ...{ call: "abci_query of validators", on, isRequired: true },
      without: `Stakes of ${chain.id} are read from its state`,
      run: () => firstValidator(client, head, signal),
    },
  ];
}

async function firstValidator(client: CometClient, height: number, signal: AbortSignal | undefined) {
  const pagination = { key: new Uint8Array(), offset: 0n, limit: 1n, countTotal: false, reverse: false };
  const request = QueryValidatorsRequest.encode({ status: "", pagination }).finish();
  const bytes = await client.query("/cosmos.staking.v1beta1.Query/Validators", request, height, signal);
  return QueryValidatorsResponse.decode(bytes).validators[0]?.operatorAddress;
}

/** Calls without which some data is unknown. */
function optionalProbes({ client, distribution, signal }: Source, { head, earliest }: Heights): Probe[] {
  const old = `block ${earliest}, the oldest`;
  const probes: Probe[] = [
    {
      ...{ call: "block_results", on: old, isRequired: false, isHistory: true },
      without: "Older blocks need another node",
      run: () => client.rewardEvents(earliest, signal),
    },
  ];
  if (distribution === undefined) return probes;
  return [
    ...probes,
    {
      ...{ call: "distribution through REST", on: `block ${head}, a new one`, isRequired: false },
      without: "Rewards are not cross-checked, their residual stays empty",
      run: async () => {
        const validator = await firstValidator(client, head, signal);
        if (validator !== undefined) await distribution.read(validator, head, signal);
      },
    },
  ];
}

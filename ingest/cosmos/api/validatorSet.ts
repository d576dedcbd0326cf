/** The validator set of CometBFT, and the software of its nodes. */
import { z } from "zod";
import { toAddress } from "../../../lib/bech32.ts";
import { SourceError } from "../../../lib/errors.ts";
import { type CosmosChain, consensusPrefix } from "../../../schemas/cosmos/chains.ts";
import type { CometClient } from "./client.ts";

/** The most that CometBFT returns at once (0.38.22: rpc/core/env.go, maxPerPage). */
const pageSize = 100;

const integerText = z.union([z.string().regex(/^\d+$/), z.int().min(0)]).transform(String);
const validatorsAnswer = z.object({
  block_height: integerText,
  validators: z.array(
    z.object({ address: z.string().regex(/^[0-9a-fA-F]{40}$/), voting_power: integerText }),
  ),
  total: integerText,
});

export type SetValidator = { consensusAddress: string; votingPower: string };

/** The validators that vote on a height. @throws SourceError `pruned`, or `not_yet` for heights after the next one */
export async function readValidatorSet(
  { chain, client }: { chain: CosmosChain; client: Pick<CometClient, "call"> },
  height: number,
  signal?: AbortSignal,
): Promise<SetValidator[]> {
  const all: SetValidator[] = [];
  for (let page = 1; ; page += 1) {
    const params = { height: String(height), page: String(page), per_page: String(pageSize) };
    const answer = await client.call("validators", params, validatorsAnswer, signal);
    if (answer.block_height !== String(height))
      throw new SourceError(
        `requested the validators of ${height}, received those of ${answer.block_height}`,
        {
          code: "lying",
        },
      );
    for (const { address, voting_power } of answer.validators)
      all.push({
        consensusAddress: toAddress(consensusPrefix(chain), Buffer.from(address, "hex")),
        votingPower: voting_power,
      });
    if (all.length >= Number(answer.total)) return all;
    if (answer.validators.length === 0)
      throw new SourceError(`validators of ${height}: ${all.length} of ${answer.total} were returned`, {
        code: "inconsistent",
      });
  }
}

const statusAnswer = z.object({ node_info: z.object({ version: z.string().default("") }) });
const infoAnswer = z.object({
  response: z.object({ data: z.string().default(""), version: z.string().default("") }),
});

/** `CometBFT/0.38.22` and the application that it runs, as the node reports them. */
export async function readSoftware(
  client: Pick<CometClient, "call">,
  signal?: AbortSignal,
): Promise<string[]> {
  const { node_info } = await client.call("status", {}, statusAnswer, signal);
  const { response } = await client.call("abci_info", {}, infoAnswer, signal);
  return [
    ...(node_info.version === "" ? [] : [`CometBFT/${node_info.version}`]),
    ...(response.data === "" || response.version === "" ? [] : [`${response.data}/${response.version}`]),
  ];
}

/**
 * What nodes report about stakes themselves, for comparisons: read as JSON, without the listener's decoders. Field names and
 * types as in AvalancheGo 1.14.2, vms/platformvm/service.go, vms/platformvm/api/validator.go and vms/platformvm/txs.
 */
import { z } from "zod";
import { cb58Bytes, toNodeId } from "../../../lib/cb58.ts";
import { SourceError } from "../../../lib/errors.ts";
import { parsed } from "./answers.ts";
import type { AvalancheClient } from "./client.ts";
import { paths, rpcCall } from "./rpc.ts";

type Caller = Pick<AvalancheClient, "nodes">;

/** Nodes write 64 bits as text in answers of the service, and as numbers in blocks. */
const integer = z
  .union([z.number().int().min(0), z.string().regex(/^\d{1,20}$/)])
  .transform((value) => BigInt(value));
const id = z
  .string()
  .transform((text) => cb58Bytes(text)?.toString("hex"))
  .pipe(z.string().length(64));

const staker = z.object({
  txID: id,
  startTime: integer,
  endTime: integer,
  weight: integer,
  nodeID: z.string(),
  potentialReward: integer.nullish(),
});
const validator = staker.extend({
  /** Percent with four digits. */
  delegationFee: z.union([z.string(), z.number()]),
  accruedDelegateeReward: integer.nullish(),
  delegatorCount: integer.nullish(),
  delegatorWeight: integer.nullish(),
  nextPeriod: integer.nullish(),
  autoCompoundRewardShares: integer.nullish(),
  delegators: z.array(staker).nullish(),
});
export type ReportedValidator = z.output<typeof validator>;
export type ReportedStaker = z.output<typeof staker>;

/** Entries of L1 validators have no reward. */
const validatorsAnswer = z.array(z.looseObject({ validationID: z.unknown().optional() })).nullish();

/** Current validators of the primary network, or some of them. Only a single one is reported with its delegations. */
export async function readCurrentValidators(
  { nodes }: Caller,
  nodeIds: readonly string[],
  signal: AbortSignal,
): Promise<ReportedValidator[]> {
  const params = nodeIds.length === 0 ? {} : { nodeIDs: nodeIds };
  const read = (result: Record<string, unknown>) =>
    (parsed("validators", validatorsAnswer, result.validators) ?? [])
      .filter(({ validationID }) => validationID === undefined || validationID === null)
      .map((one) => parsed("validator", validator, one));
  return await nodes.call(rpcCall(paths.chain, "platform.getCurrentValidators", params, { read, signal }));
}

const primaryNetwork = "11111111111111111111111111111111LpoYY";

const unsigned = z.looseObject({
  validator: z
    .object({
      nodeID: z.string(),
      end: integer,
      weight: integer,
      subnetID: z.string().optional(),
    })
    .optional(),
  subnetID: z.string().optional(),
  shares: integer.optional(),
  /** Of an auto-renewed validator: its bytes in hex; other transactions have it, too. */
  nodeID: z.string().optional(),
  delegationShares: integer.optional(),
  period: integer.optional(),
  stake: z.array(z.object({ output: z.looseObject({}) })).nullish(),
  txID: z.string().optional(),
  auth: z.unknown().optional(),
});
const signed = z.object({ unsignedTx: unsigned, id });
const block = z.object({
  height: integer,
  txs: z.array(signed).nullish(),
  tx: signed.nullish(),
});

export type BlockStake = {
  txId: string;
  nodeId: string;
  /** nAVAX; undefined where the transaction names none. */
  weight: bigint | undefined;
  /** Seconds; undefined for an auto-renewed stake. */
  end: bigint | undefined;
  /** Millionths; undefined for a delegation. */
  shares: bigint | undefined;
  period: bigint | undefined;
};
export type BlockStakes = { stakes: BlockStake[]; rewardedTxIds: string[]; changedTxIds: string[] };

function stakeOf({ unsignedTx, id: txId }: z.output<typeof signed>): BlockStake[] {
  const { validator: terms, subnetID, shares, nodeID, delegationShares, period } = unsignedTx;
  if (delegationShares !== undefined && nodeID !== undefined)
    return [
      {
        txId,
        nodeId: toNodeId(Buffer.from(nodeID.replace(/^0x/, ""), "hex")),
        ...{ weight: undefined, end: undefined, shares: delegationShares, period },
      },
    ];
  if (terms === undefined || (subnetID ?? terms.subnetID ?? primaryNetwork) !== primaryNetwork) return [];
  const { nodeID: nodeId, weight, end } = terms;
  return [{ txId, nodeId, weight, end, shares, period: undefined }];
}

/** Stakes on the primary network that a block starts, rewards or changes, as the node decodes it. */
export async function readBlockStakes(
  { nodes }: Caller,
  height: number,
  signal: AbortSignal,
): Promise<BlockStakes> {
  const read = (result: Record<string, unknown>): BlockStakes => {
    const answer = parsed("block", block, result.block);
    if (answer.height !== BigInt(height))
      throw new SourceError(`requested block ${height}, received ${answer.height}`, { code: "lying" });
    const { txs, tx } = answer;
    const all = [...(txs ?? []), ...(tx ? [tx] : [])];
    const named = (isChange: boolean) =>
      all.flatMap(({ unsignedTx: { txID, auth } }) =>
        txID !== undefined && (auth !== undefined) === isChange ? [parsed("txID", id, txID)] : [],
      );
    return { stakes: all.flatMap(stakeOf), rewardedTxIds: named(false), changedTxIds: named(true) };
  };
  return await nodes.call(
    rpcCall(paths.chain, "platform.getBlockByHeight", { height, encoding: "json" }, { read, signal }),
  );
}

const versionAnswer = z.string().regex(/^\S+\/\S+$/);

/** `avalanchego/1.14.2`, as info.getNodeVersion reports it. */
export async function readNodeVersion({ nodes }: Caller, signal: AbortSignal): Promise<string[]> {
  const read = (result: Record<string, unknown>) => [parsed("version", versionAnswer, result.version)];
  return await nodes.call(rpcCall(paths.info, "info.getNodeVersion", {}, { read, signal }));
}

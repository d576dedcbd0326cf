/** Messages of checkpoints. Pure. */
import type { CheckpointsMessage } from "../../schemas/polygon/events.ts";
import type { HeimdallCheckpoint } from "./api/heimdall.ts";
import type { Header } from "./decode.ts";
import { countedSigners } from "./signers.ts";

type ReadCheckpoint = {
  header: Header;
  /** Time of its block on the root chain, seconds since 1970. */
  time: number;
  /** StakeManager's epoch, by which duties count; null if unknown. */
  epoch: bigint | null;
  heimdall: HeimdallCheckpoint | undefined;
  /** Its signers, in the order of the call data. */
  signers: readonly string[];
};

export function toCheckpointsMessage(
  network: string,
  checkpoints: readonly ReadCheckpoint[],
): CheckpointsMessage {
  const places = new Map<string, number>();
  const placeOf = (signer: string) => {
    const place = places.get(signer) ?? places.size;
    places.set(signer, place);
    return place;
  };
  const facts = checkpoints.map(({ header, time, epoch, heimdall, signers }) => ({
    checkpoint: header.checkpoint,
    block_number: header.block_number,
    log_index: header.log_index,
    block_hash: header.block_hash,
    transaction_hash: header.transaction_hash,
    at: time,
    epoch: epoch === null ? null : String(epoch),
    start_block: String(header.startBlock),
    end_block: String(header.endBlock),
    proposer: header.proposer,
    heimdall_proposer: heimdall?.proposer ?? null,
    reward: String(header.reward),
    signers: countedSigners(signers).map(placeOf),
  }));
  return { network, type: "checkpoints", signers: [...places.keys()], checkpoints: facts };
}

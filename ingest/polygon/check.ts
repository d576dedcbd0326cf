/** Cross-checks of the answers about a run of checkpoints. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { HeimdallCheckpoint } from "./api/heimdall.ts";
import type { Header } from "./decode.ts";
import type { HeaderRecord } from "./rootCheckpoints.ts";

const inconsistent = (message: string) => new SourceError(message, { code: "inconsistent" });

/** @throws SourceError unless logs, contract and Heimdall report the same consecutive checkpoints */
export function checkHeaders(
  { from, to }: HeightRange,
  headers: readonly Header[],
  records: readonly HeaderRecord[],
  heimdall: readonly HeimdallCheckpoint[],
): void {
  if (headers.length !== to - from + 1)
    throw inconsistent(`checkpoints ${from} to ${to}: there are logs of ${headers.length}`);
  headers.forEach((header, place) => {
    const { checkpoint, startBlock, endBlock } = header;
    if (checkpoint !== from + place)
      throw inconsistent(`received checkpoint ${checkpoint} in the place of ${from + place}`);
    const before = headers[place - 1];
    if (before !== undefined && startBlock !== before.endBlock + 1n)
      throw inconsistent(
        `checkpoint ${checkpoint} begins at Bor block ${startBlock}, not after ${before.endBlock}`,
      );
    const record = records[place];
    if (record === undefined || record.startBlock !== startBlock || record.endBlock !== endBlock)
      throw inconsistent(`checkpoint ${checkpoint} is another one in the contract than in its log`);
    const listed = heimdall.find(({ id }) => id === checkpoint);
    if (
      listed !== undefined &&
      (BigInt(listed.start_block) !== startBlock || BigInt(listed.end_block) !== endBlock)
    )
      throw inconsistent(
        `checkpoint ${checkpoint} has Bor blocks ${listed.start_block} to ${listed.end_block} in Heimdall, ${startBlock} to ${endBlock} on the root chain`,
      );
  });
}

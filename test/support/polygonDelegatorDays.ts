/** The reference model's rewards of a delegator by period, as the API returns them. */
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import { type Duty, dutiesIn, type Range } from "../../fixtures/polygon/truth.ts";
import { pol, type Text } from "./polygonTruth.ts";
import { partOf, stakeIn } from "./polygonWindows.ts";

/** Records of one delegator by period and validator, newest first. */
export function expectedRewards(
  history: PolygonHistory,
  range: Range,
  account: string,
  granularity: "checkpoint" | "day",
): Text[] {
  const duties = dutiesIn(history, range);
  const checkpoints = [...new Set(duties.map(({ checkpoint }) => checkpoint))];
  const keyOf = (checkpoint: Duty["checkpoint"]) =>
    granularity === "day"
      ? new Date(checkpoint.time * 1000).toISOString().slice(0, 10)
      : String(checkpoint.number);
  const keys = [...new Set(checkpoints.map(keyOf))].reverse();
  return keys.flatMap((key) => {
    const own = checkpoints.filter((checkpoint) => keyOf(checkpoint) === key);
    const last = own.at(-1) as Duty["checkpoint"];
    const day = new Date(last.time * 1000).toISOString().slice(0, 10);
    return last.validators
      .map(({ id }) => id)
      .filter((id) => own.some((checkpoint) => stakeIn(checkpoint, id, account) > 0n))
      .map((id) => {
        const sum = (of: (duty: Duty) => bigint) =>
          duties
            .filter((duty) => own.includes(duty.checkpoint) && duty.validator.id === id)
            .reduce(
              (total, duty) => total + partOf(of(duty), stakeIn(duty.checkpoint, id, account), duty),
              0n,
            );
        return {
          delegatorAddress: account,
          validatorId: String(id),
          validatorName: "null",
          fromCheckpoint: String(own[0]?.number),
          toCheckpoint: String(last.number),
          fromDate: day,
          toDate: day,
          delegatorStake: pol(stakeIn(last, id, account)),
          rewards: pol(sum(({ earned }) => earned.delegators)),
          missedRewards: pol(sum(({ missed }) => missed.delegators)),
        };
      });
  });
}

/** v1's answers about several validators, compared with the model: a private set, and a list. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { type Body, expectSameRecords, lastCompleteDate, v1Records, v1Segments } from "./ethApi.ts";
import { activeAt, groupRecords, type Life } from "./ethGroups.ts";
import { type Granularity, periodsOf } from "./ethModelAnswers.ts";
import type { ModelDay } from "./ethModelDay.ts";

type AnswerCase = {
  chain: EthFixture;
  days: readonly ModelDay[];
  registry: readonly Life[];
  members: readonly number[];
  utc: boolean;
  get: (path: string) => Promise<Body>;
};

const granularities = ["day", "week", "month", "quarter", "year", "all"] as const;

function together({ chain, days, registry, members }: AnswerCase, granularity: Granularity) {
  const own = days.filter(({ validator }) => members.includes(validator));
  const lives = registry.filter((_, index) => members.includes(index));
  return periodsOf(own, granularity).map((period) =>
    groupRecords(chain, period, granularity, lastCompleteDate(days), activeAt(lives, period)),
  );
}

/** All segments of a private set of the members, by all periods. */
export async function expectSetAnswers(answerCase: AnswerCase, id: string) {
  const { chain, utc, get } = answerCase;
  for (const granularity of granularities) {
    const expected = together(answerCase, granularity);
    for (const segment of v1Segments) {
      const path = `/v1/eth/sets/${id}/${segment}?limit=200&utc=${utc}&granularity=${granularity}`;
      const records = expected.map((ofSegments) => ofSegments[segment] ?? {});
      expectSameRecords(chain, path, (await get(path)).results, records);
    }
  }
}

/** All segments of listed members, each for itself and all together, by one period each. */
export async function expectListAnswers(answerCase: AnswerCase) {
  const { chain, days, members, utc, get } = answerCase;
  const indices = members.map((index) => `indices=${index}`).join("&");
  for (const [turn, segment] of v1Segments.entries()) {
    const granularity = granularities[(turn + Number(utc)) % 6] as Granularity;
    const path = `/v1/eth/validators/${segment}?limit=200&utc=${utc}&granularity=${granularity}&${indices}`;
    const each = members
      .flatMap((validator) => v1Records(chain, days, segment, validator, granularity))
      .sort(
        (a, b) =>
          Number(a.startEpoch) - Number(b.startEpoch) || Number(a.validatorIndex) - Number(b.validatorIndex),
      );
    expectSameRecords(chain, path, (await get(path)).results, each);
    const all = together(answerCase, granularity).map((ofSegments) => ofSegments[segment] ?? {});
    expectSameRecords(chain, `${path} together`, (await get(`${path}&groupBy=granularity`)).results, all);
  }
}

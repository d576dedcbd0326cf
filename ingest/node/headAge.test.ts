import { describe, expect, it } from "vitest";
import { checkHeadAge } from "./headAge.ts";

describe("a head", () => {
  const now = () => Date.now() / 1000;
  const check = (time: number | undefined, maxAgeS = 60) => checkHeadAge({ name: "block 7", time }, maxAgeS);

  it("is accepted up to the limit, also when its clock is ahead", () => {
    expect(() => check(now() - 58)).not.toThrow();
    expect(() => check(now() + 30)).not.toThrow();
  });

  it("is stale beyond the limit", () => {
    expect(() => check(now() - 90)).toThrow(
      /^the node's head, block 7, is 90 s old; the setting …_MAX_HEAD_AGE_S allows 60 s$/,
    );
  });

  it.each([undefined, Number.NaN])("without a time is never taken for a recent one: %s", (time) => {
    expect(() => check(time)).toThrow(/block 7, is of unknown age/);
  });

  it("may be of any age when there is no limit", () => {
    expect(() => check(undefined, 0)).not.toThrow();
    expect(() => check(0, 0)).not.toThrow();
  });
});

import { expect, it } from "vitest";
import { createTurns } from "./inTurn.ts";

it("runs one after the other in call order, also after one that fails", async () => {
  const { inTurn, ended } = createTurns();
  const seen: string[] = [];
  const run = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    seen.push(`${name} ends`);
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const all = [inTurn(run("a", 10)), inTurn(run("b", 0)), inTurn(run("c", 0))];
  await ended();
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: "a" },
    { reason: { message: "b failed" } },
    { value: "c" },
  ]);
});

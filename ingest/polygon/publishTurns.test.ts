/** Messages of turns to propose when nodes answer later, partly or never. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { SourceError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { polygonMessage } from "../../schemas/polygon/events.ts";
import type { HeimdallStates } from "./api/heimdallStates.ts";
import type { Header } from "./decode.ts";
import { createTurnPublisher } from "./publishTurns.ts";

const { signal } = new AbortController();
const blocks = 1_000;
/** A checkpoint every thousand blocks, one NoAck halfway to each. */
const even = (isRefused: () => boolean): HeimdallStates => {
  const answer = async <Value>(value: Value): Promise<Value> => {
    if (isRefused()) throw new SourceError("no old states here", { code: "refused", retryable: false });
    return value;
  };
  return {
    head: () => answer(20 * blocks),
    count: (height) => answer(Math.floor(height / blocks)),
    lastNoAck: (height) => answer(7 * Math.floor((height + blocks / 2) / blocks)),
    proposer: (height) => answer(Math.floor(height / blocks)),
    proposed: () => answer({ proposer: "", startBlock: "0" }),
  };
};
const header = (checkpoint: number) => ({ checkpoint, startBlock: BigInt(checkpoint) }) as Header;

function start(isRefused: () => boolean) {
  const sent: BusMessage[] = [];
  const publishTurns = createTurnPublisher("mainnet", {
    states: even(isRefused),
    log: createLogger("silent"),
  });
  const takeSent = () =>
    sent.splice(0).flatMap(({ value }) => {
      const message = polygonMessage.parse(JSON.parse(value.toString()));
      return message.type === "turns"
        ? message.checkpoints.map(({ checkpoint, passed }) => [
            checkpoint,
            passed.map((one) => one.validator),
          ])
        : [];
    });
  const send = async (messages: readonly BusMessage[]) => void sent.push(...messages);
  return { takeSent, publish: (...numbers: number[]) => publishTurns(numbers.map(header), send, signal) };
}

afterEach(() => vi.restoreAllMocks());

describe("turns of a unit", () => {
  it("are published with it", async () => {
    const { takeSent, publish } = start(() => false);
    await publish(4, 5);
    expect(takeSent()).toEqual([
      [4, [3]],
      [5, [4]],
    ]);
  });

  it("that were refused are read again ten minutes later, with a later unit", async () => {
    let isRefused = true;
    const { takeSent, publish } = start(() => isRefused);
    (await publish(4))();
    isRefused = false;
    (await publish(5))();
    expect(takeSent()).toEqual([]);
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 700_000);
    const keep = await publish(6);
    const all = [
      [4, [3]],
      [5, [4]],
      [6, [5]],
    ];
    expect(takeSent()).toEqual(all);
    // The bus did not accept the unit, so all of it is sent again.
    await publish(6);
    expect(takeSent()).toEqual(all);
    keep();
    (await publish(7))();
    expect(takeSent()).toEqual([[7, [6]]]);
  });
});

import kafkajs from "kafkajs";
import { expect, it } from "vitest";
import { type Deferred, deferred } from "../../deferred.ts";
import { BusError, StoreError } from "../../errors.ts";
import { createLogger } from "../../logger.ts";
import { listOutages } from "../../outages.ts";
import type { Subscription } from "../bus.ts";
import { isConnectionLoss, isRefusal } from "./errors.ts";
import { subscribeLastingly } from "./lasting.ts";

const log = createLogger("silent");

/** As the client makes it; its types leave the text out. */
function clientError(
  name: "KafkaJSGroupCoordinatorNotFound" | "KafkaJSSASLAuthenticationError",
  text: string,
) {
  const ClientError = kafkajs[name] as unknown as new (text: string) => Error & { retriable: boolean };
  return new ClientError(text);
}
const lost = (cause?: unknown) =>
  new BusError("subscription failed", {
    code: "bus_subscription_failed",
    retryable: !isRefusal(cause),
    cause,
  });

/** Subscriptions of a client that a test ends as it likes. */
function createBroker() {
  const opened: (Deferred & { stops: number })[] = [];
  let refusals: unknown[] = [];
  const subscribe = async (): Promise<Subscription> => {
    const refusal = refusals.shift();
    if (refusal !== undefined) throw refusal;
    const one = { ...deferred(), stops: 0 };
    opened.push(one);
    return {
      done: one.promise,
      stop: async () => {
        one.stops += 1;
        one.resolve();
      },
    };
  };
  const closer = new AbortController();
  const refuse = (...errors: unknown[]) => {
    refusals = errors;
  };
  const open = () => subscribeLastingly({ subscribe, group: "g", log, signal: closer.signal, baseMs: 1 });
  return { opened, refuse, closer, open };
}

it("waits for a broker that is not there yet", async () => {
  const { opened, refuse, open } = createBroker();
  refuse(...Array.from({ length: 8 }, () => lost()));
  const subscription = await open();
  expect(opened).toHaveLength(1);
  await subscription.stop();
  await subscription.done;
  expect(opened[0]?.stops).toBe(1);
  expect(listOutages()).toEqual([]);
});

it("subscribes again when the client gives up, even after an error that the client calls final", async () => {
  const { opened, refuse, open } = createBroker();
  const subscription = await open();
  // As in kafkajs 2.2.4, cluster/index.js: it says `retriable: false`.
  const coordinator = clientError("KafkaJSGroupCoordinatorNotFound", "Failed to find group coordinator");
  expect(coordinator.retriable).toBe(false);
  expect(isConnectionLoss(coordinator)).toBe(true);
  for (const [index, cause] of [coordinator, new Error("of any kind"), undefined].entries()) {
    refuse(lost(), lost());
    opened[index]?.reject(lost(cause));
    await expect.poll(() => opened.length).toBe(index + 2);
  }
  await subscription.stop();
  await subscription.done;
  expect(opened.at(-1)?.stops).toBe(1);
});

it.each([
  ["a handler's error", new StoreError("unknown table", { code: "unknown_table" })],
  ["a broker that says no", lost(clientError("KafkaJSSASLAuthenticationError", "wrong password"))],
])("ends with %s, at once and later", async (_, error) => {
  const { opened, refuse, open } = createBroker();
  const subscription = await open();
  opened[0]?.reject(error);
  await expect(subscription.done).rejects.toBe(error);
  refuse(error);
  await expect(open()).rejects.toBe(error);
  expect(opened).toHaveLength(1);
  expect(listOutages()).toEqual([]);
});

it("stops while it waits, and leaves no late subscription open", async () => {
  const { opened, refuse, open, closer } = createBroker();
  const subscription = await open();
  refuse(...Array.from({ length: 1_000 }, () => lost()));
  opened[0]?.reject(lost());
  await expect.poll(listOutages).toMatchObject([{ part: "bus", by: "g" }]);
  await subscription.stop();
  await subscription.done;
  expect(listOutages()).toEqual([]);

  refuse();
  const opening = open();
  closer.abort(new Error("the bus is closed"));
  await expect(opening).rejects.toThrow("the bus is closed");
  expect(opened.slice(1).every(({ stops }) => stops === 1)).toBe(true);
});

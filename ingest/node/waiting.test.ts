/** Many calls that wait for one rate cap. */
import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createNodeSet } from "./nodes.ts";

it("may share one signal, which ends all of them without a warning", async () => {
  const set = createNodeSet({
    // Nothing listens there: port 1 of loopback.
    urls: ["http://127.0.0.1:1"],
    requestsPerSecond: 1,
    log: createLogger("silent"),
  });
  const warnings: string[] = [];
  const listen = ({ name }: Error) => void warnings.push(name);
  process.on("warning", listen);
  const controller = new AbortController();
  const { signal } = controller;
  const pending = Array.from({ length: 30 }, (_, index) =>
    set.call({ path: `/${index}`, read: async () => undefined, signal }),
  );
  const ended = Promise.allSettled(pending);
  await expect.poll(() => getEventListeners(signal, "abort").length).toBeGreaterThan(10);
  controller.abort(new Error("stopped"));
  expect((await ended).map(({ status }) => status)).toEqual(pending.map(() => "rejected"));
  process.off("warning", listen);
  // Node warns about more than ten listeners, as a possible leak.
  expect(warnings).toEqual([]);
});

/** The requirements for both kinds of bus. */
import { afterAll, beforeAll, describe } from "vitest";
import type { Bus } from "../../../lib/bus/bus.ts";
import type { BusUnderTest } from "../bus.ts";
import { testCommits } from "./commits.ts";
import { testDelivery } from "./delivery.ts";

export function describeBus({
  kind,
  runs,
  createBus,
}: Pick<BusUnderTest, "kind" | "runs"> & { createBus: () => Bus }): void {
  describe(`bus: ${kind}`, () => {
    const buses: Bus[] = [];
    const newBus = () => {
      const bus = createBus();
      buses.push(bus);
      return bus;
    };
    let shared: Bus;
    beforeAll(() => {
      shared = newBus();
    });
    afterAll(async () => {
      await Promise.all(buses.map((bus) => bus.close()));
    });
    const subject = { kind, runs, bus: () => shared, newBus };
    testDelivery(subject);
    testCommits(subject);
  });
}

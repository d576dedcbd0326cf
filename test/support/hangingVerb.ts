/** A process that receives a stop signal and has a part that never closes. */
import { runVerb } from "../../cli/process/context.ts";

// Nothing else holds the process open.
setInterval(() => undefined, 1_000);

await runVerb(async ({ shutdown }) => {
  shutdown.onClose("part", () => {
    process.stdout.write("closing\n");
    return new Promise<void>(() => undefined);
  });
  process.stdout.write("running\n");
  await new Promise(() => undefined);
}, {});

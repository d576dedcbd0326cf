/** `migrate`: brings tables and topics up to date. */
import type { Context } from "../process/context.ts";
import { holdFolder } from "../process/hold.ts";
import { limitOutages } from "../process/patience.ts";
import { openBus, openStore, topics } from "../process/pipeline.ts";

export async function migrate(context: Context): Promise<string> {
  holdFolder(context, "migrate");
  limitOutages(context);
  await openStore(context, { isPatient: true, mayMigrate: true });
  const differences =
    context.config.KAFKA_BROKERS === undefined
      ? []
      : await (await openBus(context, { isPatient: true })).checkTopics(topics);
  if (differences.length === 0) return "The warehouse and the topics are up to date\n";
  return `The warehouse is up to date, the topics differ:\n${differences.map((text) => `${text}\n`).join("")}`;
}

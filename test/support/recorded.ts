import { nodeKindsOf } from "../../chains/index.ts";
import { openRecordedNodes, type RecordedNodes } from "../../ingest/recording/nodes.ts";
import { log } from "./warehouse.ts";

/** The result of a use of recorded nodes. */
export async function withRecorded<Value>(
  paths: readonly string[],
  use: (recorded: RecordedNodes) => Promise<Value>,
): Promise<Value> {
  const recorded = await openRecordedNodes(paths, { kindsOf: nodeKindsOf, log });
  try {
    return await use(recorded);
  } finally {
    await recorded.close();
  }
}

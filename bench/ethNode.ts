/** A node of mainnet's size as a process: prints its address once every answer is made. */
import { generateMainnetSize } from "../fixtures/eth/mainnetSize.ts";
import { startReplayNode } from "../fixtures/eth/replayNode.ts";

const [validators, epochs] = process.argv.slice(2).map(Number);
const { answers } = generateMainnetSize({ validators: validators ?? 0, epochs: epochs ?? 2, seed: 1 });
// The whole registry is read at the beginning only; balances always.
for (const [path, answer] of answers)
  if (typeof answer === "function" && (path.includes("balances") || path.includes("/states/0/"))) answer("");
const node = await startReplayNode(answers);
process.stdout.write(`${node.url}\n`);
process.once("SIGTERM", () => void node.close().then(() => process.exit()));

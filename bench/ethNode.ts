/** A node of mainnet's size as a process: prints its address once every answer is made. */
import { generateMainnetSize } from "../fixtures/eth/mainnetSize.ts";
import { startReplayNode } from "../fixtures/eth/replayNode.ts";

const { answers } = generateMainnetSize({ validators: Number(process.argv[2]), seed: 1 });
for (const answer of answers.values()) if (typeof answer === "function") answer("");
const node = await startReplayNode(answers);
process.stdout.write(`${node.url}\n`);
process.once("SIGTERM", () => void node.close().then(() => process.exit()));

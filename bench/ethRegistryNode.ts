/** A node with a large registry as a process: prints its address once the answer is made. */

import { registryAnswer } from "../fixtures/eth/mainnetSize/registry.ts";
import { generateMainnetSize } from "../fixtures/eth/mainnetSize.ts";
import { startReplayNode } from "../fixtures/eth/replayNode.ts";

const { answers } = generateMainnetSize({ validators: 2048 * 2, seed: 1 });
answers.set("/eth/v1/beacon/states/0/validators", registryAnswer(Number(process.argv[2]), 0));
const node = await startReplayNode(answers);
process.stdout.write(`${node.url}\n`);
process.once("SIGTERM", () => void node.close().then(() => process.exit()));

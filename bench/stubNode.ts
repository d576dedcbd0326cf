/**
 * A generated chain's node as a process: prints its address, and reports its requests to its parent process.
 * Answers are cached, so that the node costs nothing when requests are repeated.
 */
import { createServer } from "node:http";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

const [epochs, validators] = process.argv.slice(2).map(Number);
const node = await startStubBeaconNode(
  generateChain({ seed: 1, startEpoch: 0, epochs: epochs ?? 6, validators: validators ?? 512 }),
);
const answers = new Map<string, Answer>();

async function answerTo(path: string): Promise<Answer> {
  const cached = answers.get(path);
  if (cached !== undefined) return cached;
  const response = await fetch(`${node.url}${path}`, { headers: { "accept-encoding": "identity" } });
  const version = response.headers.get("eth-consensus-version");
  const answer = {
    status: response.status,
    headers: {
      "content-type": response.headers.get("content-type") ?? "application/json",
      ...(version === null ? {} : { "eth-consensus-version": version }),
    },
    body: Buffer.from(await response.arrayBuffer()),
  };
  answers.set(path, answer);
  return answer;
}

const requests: string[] = [];
const server = createServer(async (request, response) => {
  requests.push(request.url ?? "/");
  const { status, headers, body } = await answerTo(request.url ?? "/");
  response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
process.on("message", () => process.send?.(requests.splice(0)));
process.once("SIGTERM", () => process.exit());

/** An execution node as a process that serves only full blocks. */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { createAnswers, firstNumber } from "./ethExecutionBlocks.ts";

const [blocks = 0] = process.argv.slice(2).map(Number);
const answersTo = createAnswers(firstNumber + blocks);

type Call = { id: number; method: string; params: readonly unknown[] };

const server = createServer(async (request, response) => {
  const call = JSON.parse(await text(request)) as Call | Call[];
  response.setHeader("content-type", "application/json");
  if (Array.isArray(call)) {
    const ids = call.map(({ id }) => id);
    response.end(answersTo(ids, Number(call[0]?.params[0])));
    return;
  }
  response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, result: "0x1" }));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
process.once("SIGTERM", () => process.exit());

/**
 * A node of a generated P-chain as a process: prints its address. Blocks stand ready as whole HTTP answers and go out over
 * bare sockets, so that it costs the benchmark little; all else is answered by the stub node of the fixtures.
 */
import { createServer, type Socket } from "node:net";
import { hexAnswer } from "../fixtures/avalanche/bytes.ts";
import { createAvalancheHistory } from "../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../fixtures/avalanche/stubNode.ts";
import { toView } from "../fixtures/avalanche/toView.ts";

const days = Number(process.argv[2] ?? 10);
const view = toView(createAvalancheHistory({ seed: 1, days, gap: 330 }));
const stub = await startAvalancheStub(view);

function httpAnswer(body: string): Buffer {
  const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n";
  return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const blocks = Array.from({ length: view.head + 1 }, (_, height) => {
  const block = hexAnswer(view.block(height) ?? Buffer.alloc(0));
  return httpAnswer(`{"jsonrpc":"2.0","result":{"block":"${block}","encoding":"hex"},"id":1}`);
});

async function passOn(socket: Socket, path: string, body: string): Promise<void> {
  const response = await fetch(`${stub.url}${path}`, { method: "POST", body });
  socket.write(httpAnswer(await response.text()));
}

/** Answers the complete requests in the bytes so far. @returns the rest */
function answer(socket: Socket, text: string): string {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return text;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? 0);
  if (text.length < end + 4 + length) return text;
  const body = text.slice(end + 4, end + 4 + length);
  const height = /"height":(\d+)/.exec(body)?.[1];
  const block = height === undefined ? undefined : blocks[Number(height)];
  if (block === undefined) void passOn(socket, text.split(" ", 2)[1] ?? "", body);
  else socket.write(block);
  return answer(socket, text.slice(end + 4 + length));
}

const server = createServer((socket) => {
  let rest = "";
  socket.setNoDelay(true);
  socket.on("data", (bytes) => {
    rest = answer(socket, rest + bytes.toString("latin1"));
  });
  socket.on("error", () => socket.destroy());
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address() as { port: number };
  process.stdout.write(`http://127.0.0.1:${address.port} ${view.head}\n`);
});
process.on("disconnect", () => process.exit(0));

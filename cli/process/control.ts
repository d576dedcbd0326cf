/**
 * Requests between processes of one machine: a verb that needs the embedded folder calls the process that holds it, over
 * a Unix socket that only the same user can open, in a folder that only that user can enter. The request is one JSON
 * line; the answer is JSON lines: progress, then the result.
 */
import { chmodSync, rmdirSync, rmSync } from "node:fs";
import { createConnection, createServer, type Socket } from "node:net";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { AppError, ConfigError, errorMessage, isAppError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { isOfSocket } from "./lock.ts";
import { makePrivateFolder } from "./privateFolder.ts";

/** The work of a verb, here or in the process that holds the folder. */
export type ControlHandler = (
  args: unknown,
  context: { emit: (progress: unknown) => void; signal: AbortSignal },
) => Promise<unknown>;

type Reply =
  | { progress: unknown }
  | { result: unknown }
  | { error: { message: string; code: string; isConfig: boolean } };

/** By verb; promised where the process is still opening, which requests wait for. */
type Handlers = Record<string, ControlHandler> | Promise<Record<string, ControlHandler>>;

async function answer(socket: Socket, handlers: Handlers, log: Logger): Promise<void> {
  const controller = new AbortController();
  socket.once("close", () => controller.abort(new Error("the requesting process has exited")));
  const send = (reply: Reply) => socket.writable && socket.write(`${JSON.stringify(reply)}\n`);
  for await (const line of createInterface({ input: socket })) {
    try {
      const request = JSON.parse(line) as { verb: string; args: unknown };
      const handler = (await handlers)[request.verb];
      if (handler === undefined) throw new ConfigError(`This process does not take "${request.verb}"`);
      log.info({ verb: request.verb }, "request over the local socket");
      const result = await handler(request.args, {
        emit: (progress) => send({ progress }),
        signal: controller.signal,
      });
      send({ result: result ?? null });
    } catch (error) {
      const code = isAppError(error) ? error.code : "unknown";
      send({
        error: { message: errorMessage(error), code, isConfig: isAppError(error) && error.kind === "config" },
      });
    }
    socket.end();
    return;
  }
}

/** Listens until `close`. */
export async function serveControl(
  path: string,
  handlers: Handlers,
  log: Logger,
): Promise<{ close(): Promise<void> }> {
  const folder = dirname(path);
  if (!makePrivateFolder(folder) && isOfSocket(folder))
    throw new ConfigError(`The folder ${folder} for the local socket belongs to another user: remove it`);
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
    void answer(socket, handlers, log).catch((error: unknown) =>
      log.warn({ err: error }, "local request failed"),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  async function end(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(path, { force: true });
    if (isOfSocket(folder)) rmdirSync(folder);
  }
  let ended: Promise<void> | undefined;
  return {
    close: () => {
      ended ??= end();
      return ended;
    },
  };
}

/** Calls the process that listens on `path`. @throws AppError with the other side's message */
export async function callControl(
  path: string,
  verb: string,
  args: unknown,
  options: { onProgress?: (progress: unknown) => void; signal?: AbortSignal } = {},
): Promise<unknown> {
  const socket = createConnection(path);
  const stop = () => socket.destroy();
  options.signal?.addEventListener("abort", stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    socket.write(`${JSON.stringify({ verb, args })}\n`);
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply;
      if ("progress" in reply) options.onProgress?.(reply.progress);
      else if ("result" in reply) return reply.result;
      else if (reply.error.isConfig) throw new ConfigError(reply.error.message);
      else throw new AppError("fatal", reply.error.message, { code: reply.error.code });
    }
    options.signal?.throwIfAborted();
    throw new AppError("fatal", "The process that holds the folder ended before it answered", {
      code: "control_closed",
    });
  } finally {
    options.signal?.removeEventListener("abort", stop);
    socket.destroy();
  }
}

/** All attacks of hostile clients at the same time: with and without a key. */
import {
  again,
  closed,
  forged,
  headOf,
  madeUpKey,
  openFrom,
  pause,
  type Target,
  trickle,
} from "./hostileTools.ts";

export type Attack = (target: Target) => Promise<void>;

const huge = ({ delegator }: Target) =>
  `/v0/polygon/delegators/${delegator}/rewards?granularity=checkpoint&size=200`;
const json = "Content-Type: application/json";

/** Connections that send nothing, and reopen when they are closed. */
const idle: Attack = (target) =>
  again(target, { atOnce: 400, everyMs: 1_000 }, async () => {
    const socket = openFrom(target, 1).resume();
    await closed(socket);
    target.count("idle connections");
  });

const slowHeaders: Attack = (target) =>
  again(target, { atOnce: 100, everyMs: 500 }, async () => {
    const socket = openFrom(target, 2).resume();
    await trickle(
      target,
      socket,
      "GET /v0/eth/validators HTTP/1.1\r\nHost: api\r\nX-A: aaaaaaaaaaaaaaaaaaaa",
      700,
    );
    target.count("slow headers");
  });

/** Half of them with a good key: their bodies are read. */
const slowBodies: Attack = (target) =>
  again(target, { atOnce: 40, everyMs: 500 }, async (number) => {
    const socket = openFrom(target, 3);
    const key = number % 2 === 0 ? target.key : undefined;
    const headers = [json, number % 4 < 2 ? "Content-Length: 500000" : "Transfer-Encoding: chunked"];
    socket.write(headOf({ method: "POST", path: "/v1/eth/tags", key, headers }));
    await trickle(target, socket.resume(), number % 4 < 2 ? "a" : "1\r\na\r\n", 700);
    target.count("slow bodies");
  });

/** Requests huge answers and reads nothing; half of the clients close their writing side. */
const nonReaders: Attack = (target) =>
  again(target, { atOnce: 12, everyMs: 500 }, async (number) => {
    const socket = openFrom(target, 4, { allowHalfOpen: true }).pause();
    const request = headOf({ path: huge(target), key: target.key });
    if (number % 2 === 0) socket.write(request);
    else socket.end(request);
    // A paused reader never learns that the other side has closed; a write does.
    while (!socket.destroyed && (await pause(target, 5_000))) if (number % 2 === 0) socket.write("\r\n");
    target.count("answers not taken");
  });

/** The largest page, again and again; every third is left in the middle. */
const hugeAnswers: Attack = (target) =>
  again(target, { atOnce: 40, everyMs: 50 }, async (number) => {
    const isLeft = number % 3 === 0;
    const socket = openFrom(target, 5);
    socket.write(headOf({ path: huge(target), key: target.key, headers: ["Connection: close"] }));
    let status = "";
    socket.on("data", (bytes: Buffer) => {
      status ||= bytes.toString("latin1", 9, 12);
      if (isLeft) socket.resetAndDestroy();
    });
    await closed(socket);
    target.count(isLeft ? "huge answers left" : `huge answers: ${status}`);
  });

/** Wide questions about the chain that is being followed. */
const wideQuestions: Attack = (target) => {
  const indices = Array.from({ length: 1_000 }, (_, index) => `indices=${index}`).join("&");
  const paths = ["day", "week", "all"].flatMap((granularity) => [
    `/v0/eth/validators/effectiveness?size=200&granularity=${granularity}&${indices}`,
    `/v0/eth/validators/effectiveness?size=200&groupBy=timeWindow&granularity=${granularity}&${indices}`,
  ]);
  return again(target, { atOnce: 12, everyMs: 50 }, async () => {
    const socket = openFrom(target, 6);
    const path = target.random.pick(paths);
    socket.end(headOf({ path, key: target.key, headers: ["Connection: close"] }));
    await closed(socket.resume());
    target.count("wide questions");
  });
};

/** Without a key, or with an unknown one, and under a different name each time. */
const flood: Attack = (target) =>
  again(target, { atOnce: 60, everyMs: 100 }, async (number) => {
    const socket = openFrom(target, 10 + (number % 8)).resume();
    const { random } = target;
    const one = () =>
      headOf({
        path: random.pick([
          "/v0/eth/validators/1",
          "/openapi.json",
          "/docs",
          "/metrics",
          "/readyz",
          "/v1/networks",
        ]),
        key: number % 2 === 0 ? madeUpKey(random) : undefined,
        headers: [forged(random)],
      });
    for (let requests = 0; requests < 20; requests += 1) {
      socket.write(one());
      target.count("requests without a key");
      if (!(await pause(target, 100))) break;
    }
    socket.destroy();
  });

/** Sends hundreds of requests before the first answer, then disconnects. */
const pipelines: Attack = (target) =>
  again(target, { atOnce: 4, everyMs: 1_000 }, async (number) => {
    const socket = openFrom(target, 20).pause();
    const key = number % 2 === 0 ? target.key : undefined;
    socket.write(headOf({ path: "/v0/eth/validators?size=200", key }).repeat(300));
    await pause(target, 500 + target.random.integer(1_000));
    socket.resetAndDestroy();
    target.count("pipelines of 300");
  });

const hugeBodies: Attack = (target) =>
  again(target, { atOnce: 4, everyMs: 300 }, async (number) => {
    const socket = openFrom(target, 21).resume();
    const chunk = Buffer.alloc(100_000, "[");
    const isChunked = number % 2 === 0;
    const headers = [json, isChunked ? "Transfer-Encoding: chunked" : "Content-Length: 5000000"];
    socket.write(headOf({ method: "POST", path: "/v1/eth/tags", key: target.key, headers }));
    for (let sent = 0; sent < 50 && !socket.destroyed; sent += 1) {
      if (isChunked) socket.write("186a0\r\n");
      socket.write(chunk);
      if (isChunked) socket.write("\r\n");
      if (!(await pause(target, 5))) break;
    }
    socket.destroy();
    target.count("huge bodies");
  });

/** Requests that no sane client sends. */
function nonsense({ key, random }: Target): string[] {
  const path = "/v0/eth/validators/1/effectiveness";
  const body = (text: string, headers = [json]) =>
    headOf({
      method: "POST",
      path: "/v1/eth/tags",
      key,
      headers: [...headers, `Content-Length: ${text.length}`],
    }) + text;
  return [
    headOf({ path, key, headers: [`Accept-Encoding: gzip,${" ".repeat(60_000)}x`] }),
    headOf({
      path,
      key,
      headers: [`Accept-Encoding: gzip,${" ".repeat(8_000)}x`, `If-None-Match: ${"W/".repeat(3_000)}`],
    }),
    headOf({ path, key, headers: Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`) }),
    headOf({ path, key: `va_${"a".repeat(14_000)}` }),
    headOf({ path: `${path}?${"size=1&".repeat(15_000)}`, key }),
    headOf({ path: `${path}?size=${"9".repeat(100_000)}`, key }),
    headOf({ path: `/v0/eth/validators/${"%".repeat(5_000)}/effectiveness`, key }),
    headOf({ path: "/v0/eth/validators/%ff%00%c0%af/../..//effectiveness?from=%", key }),
    headOf({ path: "//[::1:80/x", key, headers: ["Host: [::1"] }),
    headOf({ path, key, headers: ["Content-Length: 10", "Transfer-Encoding: chunked"] }),
    headOf({ method: "BREW", path, key }),
    body("[".repeat(200_000)),
    body(`{"name":${"9".repeat(200_000)}}`),
    body('{"__proto__":{"a":1},"name":"\\ud800"}'),
    body("\u0000\u0001", ["Content-Type: application/json; charset=utf-7"]),
    `${random.pick(["\r\n\r\n", "GET / HTTP/9.9", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00"])}\r\n\r\n`,
  ];
}

const nonsensical: Attack = (target) =>
  again(target, { atOnce: 8, everyMs: 200 }, async (number) => {
    const texts = nonsense(target);
    for (const text of target.random.shuffle(texts)) {
      const socket = openFrom(target, 22).resume();
      socket.write(text, "latin1");
      // Half of them wait for an answer.
      await Promise.race([closed(socket), pause(target, number % 2 === 0 ? 300 : 10)]);
      socket.destroy();
      target.count("requests that make no sense");
      if (target.signal.aborted) return;
    }
  });

export const attacks: readonly Attack[] = [
  idle,
  slowHeaders,
  slowBodies,
  nonReaders,
  hugeAnswers,
  wideQuestions,
  flood,
  pipelines,
  hugeBodies,
  nonsensical,
];

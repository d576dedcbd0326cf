/** Cases of real answers: Polkadot. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { caseOf, createListeningLog, describeCases } from "../../test/support/cases.ts";
import { type Reply, startInterceptor } from "../../test/support/interceptor.ts";
import { thinned } from "../../test/support/nightCases.ts";
import { publishedBy } from "../../test/support/pipeline.ts";
import {
  allEras,
  openPolkadot,
  type PolkadotNetwork,
  polkadotChain,
  polkadotOptions,
  startPolkadotNetwork,
} from "../../test/support/polkadot.ts";
import { openPolkadotSession } from "../polkadot/session.ts";

type Content = { answers: Reply[] };

describeCases("Polkadot", () => {
  let network: PolkadotNetwork;
  let right: Awaited<ReturnType<typeof publishedBy>>;
  const range = { from: allEras.to - 1, to: allEras.to - 1 };
  beforeAll(async () => {
    network = await startPolkadotNetwork(7);
    const openSession = () => openPolkadot(polkadotOptions(network));
    right = await publishedBy({ chain: polkadotChain, openSession, range });
  });
  afterAll(() => network.close());

  it.each(thinned(caseOf<Partial<Content>>("10-polkadot-response-too-big").answers ?? []))(
    "10: longer answers are refused with $body.error.message",
    async (answer) => {
      let refused = 0;
      const node = await startInterceptor(network.assetHub.url, {
        change: (envelope, { call }) => {
          const isExempt = /metadata|state_call|runtime|state_getStorage$/i.test(call?.method ?? "");
          // A single value can't be split, so it may be longer.
          const isSingle =
            call?.method === "state_queryStorageAt" && (call.params as [string[]])[0].length === 1;
          if (isExempt || isSingle || JSON.stringify(envelope).length <= 2_000) return envelope;
          refused += 1;
          return { ...(answer.body as object), id: envelope.id };
        },
      });
      try {
        const openSession = () => openPolkadot({ ...polkadotOptions(network), urls: [node.url] });
        expect(await publishedBy({ chain: polkadotChain, openSession, range })).toEqual(right);
        expect(refused).toBeGreaterThan(0);
      } finally {
        await node.close();
      }
    },
  );

  it("11: an error over WebSockets that names no request", async () => {
    const { answers } = caseOf<Content>("11-polkadot-socket-error-without-id");
    const { assetHub } = network;
    const gateway = new WebSocketServer({ port: 0, host: "127.0.0.1" });
    let isRefused = false;
    gateway.on("connection", (own) =>
      own.on("message", async (body) => {
        const { id, method } = JSON.parse(String(body)) as { id: number; method: string };
        if (method === "state_getStorage" && !isRefused) {
          isRefused = true;
          own.send(JSON.stringify(answers[0]?.body));
          return;
        }
        const answer = await fetch(assetHub.url, { method: "POST", body: String(body) });
        own.send(JSON.stringify({ ...((await answer.json()) as object), id }));
      }),
    );
    await new Promise((resolve) => gateway.once("listening", resolve));
    const url = `ws://127.0.0.1:${(gateway.address() as { port: number }).port}`;
    try {
      const { log, text } = createListeningLog();
      const openSession = () => openPolkadotSession({ ...polkadotOptions(network), urls: [url] }, { log });
      expect(await publishedBy({ chain: polkadotChain, openSession, range })).toEqual(right);
      expect(isRefused).toBe(true);
      expect(text()).toMatch(/127\.0\.0\.1.*Rate limit exceeded/);
    } finally {
      for (const client of gateway.clients) client.terminate();
      gateway.close();
    }
  });
});

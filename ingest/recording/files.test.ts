import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ask, description, json, useRecordings } from "./testRecording.ts";
import { openRecordingWriter } from "./writer.ts";

const { place, startNode, recording, replaying, exchanges } = useRecordings();

describe("an interrupted recording", () => {
  const count = 3_000;
  let asked: string[];
  let node: string;
  beforeEach(async () => {
    asked = [];
    node = await startNode((request, __, response) => {
      asked.push(request.url ?? "");
      json(response, 200, { url: request.url, filling: "x".repeat(200) });
    });
  });
  const askRange = async (url: string, to: number) => {
    for (let i = 0; i < to; i += 1) await ask(url, { path: `/${i}` });
  };

  it("whose last block was cut is read up to there, continued, and complete then", async () => {
    await recording([node], ([url = ""]) => askRange(url, count), { isFinished: false });
    truncateSync(place.path, statSync(place.path).size - 5);
    const { recordings, url, close } = await replaying();
    expect(recordings).toMatchObject([{ isComplete: false }]);
    expect((await ask(url, { path: "/0" })).status).toBe(200);
    expect((await ask(url, { path: `/${count - 1}` })).status).toBe(421);
    await close();

    asked.length = 0;
    await recording([node], async ([url = ""]) => {
      await askRange(url, count);
      // A repeated request reaches the node.
      await ask(url, { path: "/0" });
    });
    expect(asked.length).toBeLessThan(count);
    expect(asked).toContain(`/${count - 1}`);
    expect(asked.at(-1)).toBe("/0");
    const lines = exchanges();
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines.map((line) => line.path)).size).toBe(count);
    expect((await replaying()).recordings).toMatchObject([{ isComplete: true }]);
  });

  it("that ended before its first line begins anew", async () => {
    await recording([node], ([url = ""]) => askRange(url, 1), { isFinished: false });
    truncateSync(place.path, 20);
    await expect(replaying()).rejects.toThrow("its recording never began");
    await recording([node], ([url = ""]) => askRange(url, 1));
    expect(exchanges()).toHaveLength(1);
  });

  it("is damaged from where zeros begin", async () => {
    await recording([node], ([url = ""]) => askRange(url, 2), { isFinished: false });
    appendFileSync(place.path, Buffer.alloc(100_000));
    const { url } = await replaying();
    expect((await ask(url, { path: "/1" })).status).toBe(200);
  });

  it("of another range, network or number of nodes is refused and left alone", async () => {
    await recording([node], ([url = ""]) => askRange(url, 1), { isFinished: false });
    const size = statSync(place.path).size;
    for (const changes of [{ to: 10 }, { network: "mocha-4" }, { secondaries: 1 }]) {
      await expect(openRecordingWriter(place.path, description(changes))).rejects.toMatchObject({
        code: "other_recording",
      });
    }
    expect(statSync(place.path).size).toBe(size);
  });
});

describe("several files", () => {
  it("of one network are one node setting, whose head is that of the last range", async () => {
    const paths = [join(place.folder, "2.zst"), join(place.folder, "1.zst")];
    for (const [i, file] of paths.entries()) {
      place.path = file;
      const node = await startNode((request, __, response) => json(response, 200, [i, request.url]));
      const ranges = [
        { from: 10, to: 19 },
        { from: 1, to: 9 },
      ];
      const askBoth = async ([url = ""]: string[]) => {
        await ask(url, { path: "/head" });
        await ask(url, { path: `/${i}` });
      };
      await recording([node], askBoth, { changes: ranges[i] ?? {} });
    }
    const { nodes, recordings, url } = await replaying(paths);
    expect(nodes).toHaveLength(1);
    expect(recordings.map(({ description: { from } }) => from)).toEqual([1, 10]);
    expect((await ask(url, { path: "/head" })).bytes.toString()).toBe('[0,"/head"]');
    expect((await ask(url, { path: "/0" })).bytes.toString()).toBe('[0,"/0"]');
    expect((await ask(url, { path: "/1" })).bytes.toString()).toBe('[1,"/1"]');
  });

  it("of several networks are as many node settings", async () => {
    const paths = ["celestia", "mocha-4"].map((network) => join(place.folder, network));
    for (const file of paths) {
      place.path = file;
      const network = file.slice(place.folder.length + 1);
      const node = await startNode((_, __, response) => json(response, 200, network));
      await recording([node], ([url = ""]) => ask(url), { changes: { network } });
    }
    const { nodes } = await replaying(paths);
    const answers = await Promise.all(nodes.map(({ urls: [url = ""] }) => ask(url)));
    expect(answers.map(({ bytes }) => bytes.toString())).toEqual(['"celestia"', '"mocha-4"']);
  });
});

describe("a file", () => {
  it("that is missing or something else is refused", async () => {
    await expect(replaying()).rejects.toMatchObject({ kind: "config" });
    writeFileSync(place.path, "{}\n".repeat(100));
    await expect(replaying()).rejects.toMatchObject({ code: "no_recording" });
    await expect(openRecordingWriter(place.path, description())).rejects.toMatchObject({
      code: "no_recording",
    });
    expect(readFileSync(place.path, "utf8")).toBe("{}\n".repeat(100));
  });
});

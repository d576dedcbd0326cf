import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, describe, expect, it } from "vitest";
import { prompt, type RunStatement } from "./sqlPrompt.ts";

const stateFolder = mkdtempSync(join(tmpdir(), "prompt-"));
afterAll(() => rmSync(stateFolder, { recursive: true, force: true }));

/** A prompt at a terminal that is a pair of streams. */
function open(runStatement: RunStatement) {
  const input = new PassThrough();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let said = "";
  output.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const signal = new AbortController().signal;
  const ended = prompt({ runStatement, format: "CSV", params: {}, signal, input, output, stateFolder });
  return { input, ended, said: () => said };
}

const answering: RunStatement = async ({ sql }, write) => write(Buffer.from(`<${sql}>\n`));

describe("the prompt of sql", () => {
  it("reads lines until a semicolon, lists tables, and keeps a history", async () => {
    const { input, ended, said } = open(answering);
    input.write("select 1,\n  2;\n\\d\n\\d dim_eth_network\n\\?\n");
    await expect.poll(said).toContain("End a statement with a semicolon");
    input.write("\\q\n");
    await ended;
    expect(said()).toContain("<select 1,\n  2>");
    expect(said()).toContain("<show tables>");
    expect(said()).toContain("<describe table dim_eth_network>");
    const file = join(stateFolder, "sql_history");
    expect(readFileSync(file, "utf8")).toContain("\\d dim_eth_network");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("goes on after an error, and after Ctrl-C", async () => {
    const { input, ended, said } = open(async ({ sql }, write, signal) => {
      if (sql === "wrong") throw new Error("no such thing");
      if (sql !== "endless") return write(Buffer.from(`<${sql}>`));
      await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    input.write("wrong;\n");
    await expect.poll(said).toContain("no such thing");
    input.write("endless;\n");
    await expect.poll(said).toMatch(/endless;/);
    input.write("\x03");
    await expect.poll(said).toContain("cancelled");
    input.write("half of\x03\nselect 2;\n");
    await expect.poll(said).toContain("<select 2>");
    input.write("\x04");
    await ended;
  });
});

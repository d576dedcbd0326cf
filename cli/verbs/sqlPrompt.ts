/** A prompt for SQL: lines until a semicolon are one statement, Ctrl-C cancels it, Ctrl-D ends. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { errorMessage } from "../../lib/errors.ts";

/** Runs one statement and passes its answer to `write` in parts. */
export type RunStatement = (
  args: { sql: string; format: string; params: Record<string, string> },
  write: (part: Buffer) => void,
  signal: AbortSignal,
) => Promise<void>;

const historyLines = 1_000;
const [first, further] = ["sql> ", "  -> "];

const help = `\\d          list tables
\\d NAME     describe a table
\\h, \\?      this help
\\q          end (Ctrl-D, too)
End a statement with a semicolon. Ctrl-C cancels the running statement or the input.
`;

type PromptOptions = {
  runStatement: RunStatement;
  format: string;
  params: Record<string, string>;
  signal: AbortSignal;
  input?: NodeJS.ReadableStream;
  output?: NodeJS.WritableStream;
  /** Folder of the history file. Default: the user's state folder. */
  stateFolder?: string;
};

/** By the XDG base directory specification. */
const userStateFolder = () =>
  join(process.env.XDG_STATE_HOME ?? join(homedir(), ".local/state"), "validator-analytics");

function openHistory(folder: string) {
  const path = join(folder, "sql_history");
  const read = () => {
    try {
      return readFileSync(path, "utf8").split("\n").filter(Boolean);
    } catch {
      return [];
    }
  };
  const write = (lines: readonly string[]) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
    } catch {
      // A prompt without history is better than none.
    }
  };
  return { read, write };
}

/** A backslash command, as a statement to run or a text to print. */
function commandOf(line: string): { sql: string } | { text: string } | undefined {
  const match = /^\s*\\(\S+)\s*(\S*)\s*;?\s*$/.exec(line);
  if (match === null) return undefined;
  const [, command, name = ""] = match;
  if (command === "d") return { sql: name === "" ? "show tables" : `describe table ${name}` };
  return { text: help };
}

/** Resolves when the user ends it. */
export async function prompt(options: PromptOptions): Promise<void> {
  const { runStatement, format, params, signal, input = process.stdin, output = process.stdout } = options;
  const history = openHistory(options.stateFolder ?? userStateFolder());
  const lines = createInterface({
    input,
    output,
    prompt: first,
    history: history.read(),
    historySize: historyLines,
    removeHistoryDuplicates: true,
  });
  lines.on("history", history.write);
  let typed = "";
  let running: AbortController | undefined;
  const again = () => {
    lines.setPrompt(typed === "" ? first : further);
    lines.prompt();
  };

  async function run(sql: string): Promise<void> {
    running = new AbortController();
    const started = performance.now();
    try {
      const both = AbortSignal.any([signal, running.signal]);
      await runStatement({ sql, format, params }, (part) => output.write(part), both);
      output.write(`${((performance.now() - started) / 1_000).toFixed(3)} s\n`);
    } catch (error) {
      output.write(running.signal.aborted ? "cancelled\n" : `${errorMessage(error)}\n`);
    } finally {
      running = undefined;
    }
  }

  lines.on("SIGINT", () => {
    if (running !== undefined) running.abort();
    else {
      typed = "";
      // Clears the line: to its end, then delete to its start.
      lines.write(null, { ctrl: true, name: "e" });
      lines.write(null, { ctrl: true, name: "u" });
      output.write("\n");
      again();
    }
  });
  const close = () => lines.close();
  signal.addEventListener("abort", close, { once: true });
  // Sequential: pasted statements wait for the running one.
  let last: Promise<void> = Promise.resolve();
  const take = async (line: string): Promise<void> => {
    const command = typed === "" ? commandOf(line) : undefined;
    if (command !== undefined && "text" in command) output.write(command.text);
    else if (command !== undefined) await run(command.sql);
    else {
      typed += `${line}\n`;
      if (typed.trim() === "" || /;\s*$/.test(typed)) {
        const sql = typed.trim().replace(/;$/, "").trim();
        typed = "";
        if (sql !== "") await run(sql);
      }
    }
    again();
  };
  lines.on("line", (line) => {
    if (/^\s*\\q\b/.test(line)) lines.close();
    else last = last.then(() => take(line));
  });
  again();
  await new Promise<void>((resolve) => lines.once("close", resolve));
  running?.abort();
  await last.catch(() => undefined);
  signal.removeEventListener("abort", close);
}

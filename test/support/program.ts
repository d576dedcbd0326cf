/** The command line in this process, without running a verb: help, and usage errors. */
import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { program, runProgram } from "../../cli/program.ts";
import type { Finished } from "./cli.ts";

const written = { stdout: "", stderr: "" };

function listen(command: CommandUnknownOpts): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => {
      written.stdout += text;
    },
    writeErr: (text) => {
      written.stderr += text;
    },
  });
  command.commands.forEach(listen);
}
listen(program);
// A verb ends the process that it runs in.
program.hook("preAction", () => {
  throw new Error("the arguments are right, so the verb would run");
});

/** The output of a process with these arguments, and its exit code. */
export async function readArguments(args: readonly string[]): Promise<Omit<Finished, "both">> {
  Object.assign(written, { stdout: "", stderr: "" });
  try {
    await runProgram(args);
  } catch (error) {
    if (error instanceof CommanderError) return { ...written, code: error.exitCode };
    throw error;
  }
  throw new Error("nothing ended the program");
}

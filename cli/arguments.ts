/** What is typed, before it is parsed. */
import type { CommandUnknownOpts } from "@commander-js/extra-typings";

const helpFlags = new Set(["-h", "--help"]);

/**
 * The arguments, without wishes for help where they name no verb: the parser would print the general help for these,
 * and end as if all were well.
 */
export function withoutHelpOfUnknown(program: CommandUnknownOpts, typed: readonly string[]): string[] {
  const isAsked = typed[0] === "help";
  const words = isAsked ? typed.slice(1) : typed;
  let command = program;
  for (const word of words) {
    if (word.startsWith("-") || command.commands.length === 0) return [...typed];
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (next === undefined) return words.filter((one) => !helpFlags.has(one));
    command = next;
  }
  return [...typed];
}

/** Arguments that commands share, and checks before anything is opened. */
import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { dayStartMs, isHeight } from "../lib/heightRange.ts";

const helpFlags = new Set(["-h", "--help"]);

/**
 * The arguments, without wishes for help where they name no verb: the parser would print the general help for these,
 * and end as if all were well.
 */
export function withoutHelpOfUnknown(program: CommandUnknownOpts, typed: readonly string[]): string[] {
  const isHelp = typed[0] === "help";
  const words = isHelp ? typed.slice(1) : typed;
  let command = program;
  for (const word of words) {
    if (word.startsWith("-") || command.commands.length === 0) return [...typed];
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (next === undefined) return words.filter((one) => !helpFlags.has(one));
    command = next;
  }
  return [...typed];
}

export const firstHelp = "first epoch or block, or first UTC day as YYYY-MM-DD, inclusive";
export const lastHelp = "last epoch or block, or last UTC day as YYYY-MM-DD, inclusive";

/** One end of a range: a height or a UTC day. @throws InvalidArgumentError */
export function parsePoint(text: string): string {
  if (isHeight(text) || dayStartMs(text) !== undefined) return text;
  throw new InvalidArgumentError("A height (a whole number) or a UTC day such as 2026-01-31 is needed.");
}

/** An option that may be given several times. @param choices the values that it takes; default: any */
export const repeated = <const Flags extends string>(
  flags: Flags,
  description: string,
  choices?: readonly string[],
) =>
  new Option(flags, description).argParser<string[]>((value, values: string[] | undefined) => {
    if (choices !== undefined && !choices.includes(value))
      throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
    return [...(values ?? []), value];
  });

/** Ends the command when its range ends before it begins: two heights or two days, since only a node can compare one of each. */
export function checkRangeOf(command: CommandUnknownOpts): void {
  const { from, to } = command.opts() as { from?: unknown; to?: unknown };
  if (typeof from !== "string" || typeof to !== "string" || isHeight(from) !== isHeight(to)) return;
  const isBackwards = isHeight(from) ? Number(from) > Number(to) : from > to;
  if (isBackwards) command.error(`error: --from ${from} is after --to ${to}`);
}

/** Ends a backfill that names neither a range nor a part. */
export function checkBackfill(command: CommandUnknownOpts): void {
  const { from, to, part } = command.opts() as { from?: unknown; to?: unknown; part?: unknown };
  if (part === undefined && (from === undefined || to === undefined))
    command.error("error: options --from and --to, or --part, are needed");
}

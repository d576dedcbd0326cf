/** The arguments of `replay`. */
import { z } from "zod";
import { ConfigError } from "../../lib/errors.ts";
import type { TopicStart } from "./sources.ts";

export const replaySources = ["warehouse", "topic", "files"] as const;

export const replayArgs = z.object({
  network: z.string(),
  from: z.string(),
  to: z.string(),
  source: z.string().default("warehouse"),
  tables: z.array(z.string()).default([]),
  fromOffset: z.string().optional(),
  fromTime: z.string().optional(),
  files: z.array(z.string()).default([]),
  isDryRun: z.boolean().default(false),
});
export type ReplayArgs = z.input<typeof replayArgs>;

export type ReplayPlan = {
  network: string;
  from: string;
  to: string;
  tables: readonly string[];
  isDryRun: boolean;
} & (
  | { source: "warehouse" }
  | { source: "topic"; start: TopicStart }
  | { source: "files"; files: readonly string[] }
);

const wrong = (message: string) => new ConfigError(message, { code: "bad_arguments" });

function parseStart(fromOffset: string | undefined, fromTime: string | undefined): TopicStart {
  if (fromOffset !== undefined && fromTime !== undefined)
    throw wrong("--from-offset and --from-time exclude each other. Use one of them");
  if (fromOffset !== undefined) {
    if (!/^\d{1,18}$/.test(fromOffset)) throw wrong(`--from-offset: "${fromOffset}" is no offset`);
    return { offset: fromOffset };
  }
  if (fromTime === undefined) return undefined;
  if (!z.iso.datetime({ offset: true }).or(z.iso.date()).safeParse(fromTime).success)
    throw wrong(`--from-time: "${fromTime}" is no time such as 2026-01-31T12:00:00Z`);
  return { timeMs: Date.parse(fromTime) };
}

/** Checks the arguments before anything is opened. @throws ConfigError that names the conflict */
export function planReplay(args: ReplayArgs): ReplayPlan {
  const { source, fromOffset, fromTime, files, ...common } = replayArgs.parse(args);
  if (source !== "topic" && (fromOffset ?? fromTime) !== undefined)
    throw wrong("--from-offset and --from-time need --source topic");
  if (source !== "files" && files.length > 0) throw wrong("--file needs --source files");
  if (source === "warehouse") return { ...common, source };
  if (source === "topic") return { ...common, source, start: parseStart(fromOffset, fromTime) };
  if (source !== "files") throw wrong(`--source: "${source}" is not one of ${replaySources.join(", ")}`);
  if (files.length === 0) throw wrong("--source files needs at least one --file");
  return { ...common, source, files };
}

/** The demo as a process of its own. */
import { projectRoot, type Running, startProcess } from "./cli.ts";
import type { Served } from "./explorer/visits.ts";

export function startDemo(environment: Record<string, string>): Running {
  return startProcess(process.execPath, ["cli/checkout.mjs", "demo"], environment, projectRoot);
}

/** The demo's output, once it has read its chains' history. */
export async function servedByDemo(demo: Running): Promise<Served> {
  await demo.seen("Ctrl-C ends the demo");
  const said = demo.said();
  return {
    url: /Explorer: +(\S+)\//.exec(said)?.[1] ?? "",
    key: /Demo API key: +(\S+)/.exec(said)?.[1] ?? "",
    requests: [...said.matchAll(/^ {2}curl .* '(\S+)'$/gm)].map(([, url = ""]) => url),
  };
}

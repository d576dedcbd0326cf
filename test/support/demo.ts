/** The demo as a process of its own. */
import { chains } from "../../chains/index.ts";
import { projectRoot, type Running, startProcess } from "./cli.ts";
import type { Served } from "./explorer/visits.ts";

export function startDemo(environment: Record<string, string>): Running {
  return startProcess(process.execPath, ["cli/checkout.mjs", "demo"], environment, projectRoot);
}

/** The demo's output, once it has read its chains' history. */
export async function servedByDemo(demo: Running): Promise<Served> {
  await demo.seen("Ctrl-C ends the demo");
  const said = demo.said();
  const url = /Explorer: +(\S+)\//.exec(said)?.[1] ?? "";
  const key = /export KEY=(\S+)/.exec(said)?.[1] ?? "";
  const parts = await Promise.all(chains.map((chain) => chain.demo()));
  return { url, key, requests: parts.flatMap((part) => part.requests.map((path) => url + path)) };
}

/**
 * Hostile clients as a process of their own:
 *   node --import tsx test/chaos/hostileProcess.ts <url> <key> <delegator> <seed>
 * They attack until a line comes in, then report what they have done, as JSON.
 */
import { once, setMaxListeners } from "node:events";
import { createRandom } from "../../fixtures/random.ts";
import { attacks } from "./attacks.ts";
import type { Target } from "./hostileTools.ts";

const [url = "", key = "", delegator = "", seed = "1"] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const controller = new AbortController();
setMaxListeners(0, controller.signal);
const counts = new Map<string, number>();
const target: Omit<Target, "random"> = {
  host,
  port: Number(port),
  key,
  delegator,
  signal: controller.signal,
  count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
};

process.stdin.resume();
process.stdout.write("attacking\n");
const attacking = attacks.map((attack, place) =>
  attack({ ...target, random: createRandom(seed, "attack", place) }),
);
await once(process.stdin, "data");
const done = Object.fromEntries(counts);
controller.abort();
await Promise.all(attacking);
process.stdout.write(`${JSON.stringify({ done })}\n`);
process.exit(0);

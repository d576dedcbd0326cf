import { Counter, Gauge } from "prom-client";
import { registry } from "../../lib/metrics.ts";

const registers = [registry];
const prefix = "validator_analytics_ingest";

/** Backfills share one label a network: a range in it would make a series of each. */
export function listenerLabel(listener: string): string {
  return listener.replace(/\/backfill\/.*$/, "/backfill");
}

/** The listener's own metrics. `height` counts the chain's units (Ethereum: epochs). */
export const metrics = {
  headHeight: new Gauge({
    name: `${prefix}_head_height`,
    help: "Height of the node's head",
    labelNames: ["listener"],
    registers,
  }),
  finalHeight: new Gauge({
    name: `${prefix}_final_height`,
    help: "Last height that can be published",
    labelNames: ["listener"],
    registers,
  }),
  cursorHeight: new Gauge({
    name: `${prefix}_cursor_height`,
    help: "Last height whose messages were acknowledged",
    labelNames: ["listener"],
    registers,
  }),
  lag: new Gauge({
    name: `${prefix}_lag_heights`,
    help: "Final heights that are not published yet",
    labelNames: ["listener"],
    registers,
  }),
  messages: new Counter({
    name: `${prefix}_published_messages_total`,
    help: "Messages acknowledged by the bus",
    labelNames: ["listener", "topic"],
    registers,
  }),
  bytes: new Counter({
    name: `${prefix}_published_bytes_total`,
    help: "Bytes of messages acknowledged by the bus",
    labelNames: ["listener", "topic"],
    registers,
  }),
  unitErrors: new Counter({
    name: `${prefix}_unit_errors_total`,
    help: "Heights that had to be tried again",
    labelNames: ["listener", "code"],
    registers,
  }),
  requests: new Counter({
    name: `${prefix}_requests_total`,
    help: "Requests to a node, by outcome",
    labelNames: ["node", "outcome"],
    registers,
  }),
  unknownTypes: new Counter({
    name: `${prefix}_unknown_types_total`,
    help: "Blocks and transactions of types that the listener doesn't know",
    labelNames: ["chain", "network"],
    registers,
  }),
  checks: new Counter({
    name: `${prefix}_checks_total`,
    help: "Cross-checks of two answers, by outcome",
    labelNames: ["listener", "check", "outcome"],
    registers,
  }),
};

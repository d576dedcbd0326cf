import { avalanche } from "./avalanche.ts";
import { broker } from "./broker.ts";
import { clients } from "./clients.ts";
import { killed } from "./killed.ts";
import { messages } from "./messages.ts";
import { node } from "./node.ts";
import type { Scenario } from "./scenario.ts";
import { soak } from "./soak.ts";
import { solana } from "./solana.ts";
import { store } from "./store.ts";
import { workers } from "./workers.ts";

/** Every scenario: one line each. */
export const scenarios: readonly Scenario[] = [
  killed,
  broker,
  store,
  node,
  workers,
  messages,
  soak,
  solana,
  avalanche,
  clients,
];

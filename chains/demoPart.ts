/** What a chain shows in `make demo`. */
import type { NodeSetting } from "../lib/config.ts";

export type RunningDemo = {
  /** Addresses of the nodes, by kind. */
  urls: NodeSetting["urls"];
  /**
   * Lets the chain advance, faster than real time.
   * @param position the listener's cursor in a folder that was used before
   */
  goOn(position: number | undefined): void;
  /** Ends the nodes before the thread that they run in. */
  close(): Promise<unknown>;
};

export type DemoPart = {
  network: string;
  /** Starts stub nodes on loopback, which end with the thread that they run in at the latest. */
  startNodes(): Promise<RunningDemo>;
  /** Settings of the listener: where history ends, and that the clock isn't the chain's. */
  environment: Record<string, string>;
  /** The history that is read before the first request. Both ends are inclusive. */
  history: { from: number; to: number };
  /** Requests that have answers then. */
  requests: string[];
  /** How the chain advances afterwards, in a sentence. */
  life: string;
};

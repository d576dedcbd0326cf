/** What a chain shows in `make demo`. */

export type RunningDemo = {
  /** Addresses of the nodes, and of what answers beside them. */
  urls: string[];
  secondaryUrls: string[];
  /** What else is asked beside both; default: nothing. */
  tertiaryUrls?: string[];
  /**
   * The chain goes on, faster than real time.
   * @param position where its listener stood in a folder that was used before, as the listener's cursor has it
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
  /** The history that is read before anything is asked. Both ends are inclusive. */
  history: { from: number; to: number };
  /** Requests that have answers then. */
  requests: string[];
  /** What goes on afterwards, in a sentence. */
  life: string;
};

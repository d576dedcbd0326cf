/** Nodes in processes of their own, as in life; their work is not ours to count. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type NodeProcess = {
  url: string;
  /** The paths requested so far. */
  requests(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Starts a script of this folder that prints its address. */
async function startNode(script: string, ...sizes: number[]): Promise<NodeProcess> {
  const args = ["--import", "tsx", join(import.meta.dirname, script), ...sizes.map(String)];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  const stop = async () => {
    child.kill();
    await once(child, "exit");
  };
  const requests = async () => {
    const answer = once(child, "message");
    child.send("requests");
    return (await answer)[0] as string[];
  };
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /https?:\/\/[\d.:]+/.exec(line)?.[0];
    if (url !== undefined) return { url, requests, stop };
  }
  throw new Error("the node did not start");
}

/** A node of a network of mainnet's size. */
export const startEthNode = (validators: number, epochs = 2) => startNode("ethNode.ts", validators, epochs);

/** A node of a generated chain. */
export const startStubNode = (epochs: number, validators: number) =>
  startNode("stubNode.ts", epochs, validators);

/** A node that has a large registry and little else. */
export const startRegistryNode = (validators: number) => startNode("ethRegistryNode.ts", validators);

/** An execution node whose blocks are full of transactions. */
export const startExecutionNode = (blocks: number) => startNode("ethExecutionNode.ts", blocks);

/** A node of Avalanche with blocks of some days. */
export const startAvalancheNode = (days: number) => startNode("avalancheNode.ts", days);

/** A node that serves only stake accounts. */
export const startSolanaStakesNode = (accounts: number) => startNode("solanaStakesNode.ts", accounts);

/** A node of Solana whose blocks are full of votes. */
export const startSolanaVotesNode = (validators: number, firstSlot: number, slots: number) =>
  startNode("solanaVotesNode.ts", validators, firstSlot, slots);

/** An instance of Koios with a history of the given number of pools, and of delegators each. */
export const startCardanoNode = (pools: number, delegators: number, epochs: number) =>
  startNode("cardanoNode.ts", pools, delegators, epochs);
/** A node of Asset Hub with an era of mainnet's size. */
export const startPolkadotNode = () => startNode("polkadotNode.ts");

/** An execution node with logs of EigenLayer's contracts. */
export const startEigenlayerNode = (size: {
  stakers: number;
  strategies: number;
  logs: number;
  days: number;
}) => startNode("eigenlayerNode.ts", size.stakers, size.strategies, size.logs, size.days);

/** Nodes of Polygon with the given number of checkpoints, each with all signatures. */
export const startPolygonNode = (checkpoints: number, signers: number) =>
  startNode("polygonNode.ts", checkpoints, signers);

/** The networks that have pages; a server shows those of them that it serves. */
import { babylon, celestia } from "./cosmos.ts";
import type { Network } from "./describe.ts";

export const networks: readonly Network[] = [celestia, babylon];

export const networkOf = (id: string | undefined) => networks.find((network) => network.id === id);

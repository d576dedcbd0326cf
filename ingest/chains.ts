import { babylon } from "./babylon/index.ts";
import { celestia } from "./celestia/index.ts";
import { eth } from "./eth/index.ts";

/** Every chain that can be listened to: one line each. */
export const chains = [eth, celestia, babylon] as const;

import { eth } from "./eth/index.ts";

/** Every chain that can be listened to: one line each. */
export const chains = [eth] as const;

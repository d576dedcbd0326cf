/** Access without keys, limits and usage: for requests that the process sends to itself, never for a port. */
import type { Access } from "../http/access.ts";
import type { Caller } from "./auth.ts";
import { createClients } from "./clients.ts";
import { createKeylessLimiter } from "./keyless.ts";
import { tiers } from "./tiers.ts";

/** The caller of such requests, who may read what is public. */
export const internalCaller: Caller = {
  keyId: "",
  organizationId: "",
  organizationName: "",
  maySelfReport: false,
  tier: tiers.operator,
  tierName: "operator",
  scopes: ["read"],
  createdAtMs: 0,
  used: { requests: 0, computeUnits: 0 },
};

export const internalAccess: Access = {
  authenticate: Object.assign(async () => internalCaller, { knows: () => true }),
  atOnce: () => ({ ready: Promise.resolve(), release: () => undefined }),
  limit: async () => ({}),
  usage: {
    of: async () => ({ requests: 0, computeUnits: 0 }),
    add: () => undefined,
    flush: async () => undefined,
    close: async () => undefined,
  },
  keyless: createKeylessLimiter(0),
  clientOf: createClients([]),
  accessLog: undefined,
  close: async () => undefined,
};

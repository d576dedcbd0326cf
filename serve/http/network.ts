import { ApiError } from "../../lib/errors.ts";
import type { ServedChain } from "../chain.ts";
import type { Services } from "../services.ts";

/** The header and its older name, which existing clients send. */
export const networkHeaders = ["X-Service-Network", "X-Rated-Network"] as const;

/** The name under which clients find the main network of any chain, besides its own name. */
export const everyMainNetwork = "mainnet";

function refused(header: string, msg: string): ApiError {
  return new ApiError(400, [{ loc: ["header", header], msg, type: "value_error.network" }]);
}

/**
 * The network of a request to a chain: the header's, else the main one, else the only one.
 * @throws ApiError 400 that lists the networks served: the header names another, or there are several to choose from
 */
export async function networkOf(headers: Headers, chain: ServedChain, services: Services): Promise<string> {
  const networks = await services.networksOf(chain);
  const header = networkHeaders.find((name) => headers.has(name));
  if (header !== undefined) {
    const requested = (headers.get(header) ?? "").trim();
    const name =
      requested === everyMainNetwork && !networks.includes(requested) ? chain.mainNetwork : requested;
    if (networks.includes(name)) return name;
    const served = networks.length === 0 ? "none yet" : networks.join(", ");
    throw refused(header, `Input should be a network that is served: ${served}`);
  }
  const [first, ...others] = networks;
  if (first === undefined || networks.includes(chain.mainNetwork)) return chain.mainNetwork;
  if (others.length === 0) return first;
  throw refused(
    networkHeaders[0],
    `Input is needed to choose a network that is served: ${networks.join(", ")}`,
  );
}

import { ApiError } from "../../lib/errors.ts";
import type { Services } from "../services.ts";

/** The header and its older name, which existing clients send. */
export const networkHeaders = ["X-Service-Network", "X-Rated-Network"] as const;
const defaultNetwork = "mainnet";

/**
 * Which network a request is about: what the header says, else mainnet, else the only one there is.
 * @throws ApiError 400 that lists the networks served
 */
export async function networkOf(headers: Headers, services: Services): Promise<string> {
  const networks = await services.networks();
  const name = networkHeaders.find((header) => headers.has(header));
  const asked = name === undefined ? undefined : (headers.get(name) ?? "").trim();
  if (asked === undefined) {
    const [only] = networks.keys();
    return networks.size === 1 && only !== undefined ? only : defaultNetwork;
  }
  if (networks.has(asked)) return asked;
  const served = networks.size === 0 ? "none yet" : [...networks.keys()].join(", ");
  throw new ApiError(400, [
    {
      loc: ["header", name ?? ""],
      msg: `Input should be a network that is served: ${served}`,
      type: "value_error.network",
    },
  ]);
}

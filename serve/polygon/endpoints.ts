/** The endpoints of Polygon. Fixed paths stand before those with a parameter in the same place. */
import type { Endpoint } from "../endpoint.ts";
import { polygonEffectiveness } from "../v0/polygon/validators.ts";

export const polygonEndpoints: readonly Endpoint[] = [polygonEffectiveness];

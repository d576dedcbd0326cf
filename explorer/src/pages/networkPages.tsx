/** Views of the pages that one network has beside those of all (`pages` of its description), by chain and path. */
import type { VNode } from "preact";
import type { Network } from "../networks/describe.ts";

export const networkPages: Readonly<Record<string, (props: { network: Network }) => VNode>> = {};

/** The page of each network that shows how its figures compare with those of its nodes. */

import type { ApiPath } from "../api/path.ts";
import { count, height, text, time } from "../format/units.ts";
import { type NetworkPage, type Table, table } from "./describe.ts";

/** The declaration is checked with the paths of one chain; all chains have the same records. */
const verifications = table({
  id: "verifications",
  title: "Figures compared",
  about: "A share of all heights is compared continuously; `validator-analytics verify` compares a range.",
  path: "/v1/eth/verifications",
  columns: [
    { field: "title", label: "Figures", unit: text },
    { field: "compared", label: "Compared", unit: count },
    { field: "differing", label: "Differing", unit: count, about: "Without an explanation" },
    {
      field: "nodeErrors",
      label: "Node errors",
      unit: count,
      about: "The node software is known to differ from the protocol",
    },
    { field: "points", label: "Points", unit: count, about: "Heights or periods that were compared" },
    { field: "lastPoint", label: "Last", unit: height },
    { field: "unit", label: "Counted in", unit: text },
    { field: "verifiedAt", label: "Compared at", unit: time },
    { field: "missingPoints", label: "Not compared", unit: count },
    { field: "missingReason", label: "Last reason", unit: text },
    { field: "source", label: "Call of the node", unit: text },
    { field: "software", label: "Software", unit: text },
  ],
  empty: "Nothing has been compared yet. Run `validator-analytics verify <network>`, or set VERIFY_SHARE.",
});

const differences = table({
  id: "differences",
  title: "Differences",
  about: "Newest first.",
  path: "/v1/eth/verifications/differences",
  query: { limit: "200" },
  columns: [
    { field: "title", label: "Figures", unit: text },
    { field: "unit", label: "Counted in", unit: text },
    { field: "point", label: "Point", unit: height },
    { field: "subject", label: "Subject", unit: text },
    { field: "item", label: "Figure", unit: text },
    { field: "node", label: "Node", unit: text },
    { field: "own", label: "Ours", unit: text },
    { field: "against", label: "Of", unit: text },
    { field: "nodeError", label: "Known error of the node", unit: text },
    { field: "explain", label: "Explanation", unit: text },
    { field: "verifiedAt", label: "Compared at", unit: time },
  ],
  empty: "No figure differs.",
});

export function verifiedPage(chain: string): NetworkPage {
  const ofChain = (one: Table): Table => ({
    ...one,
    path: one.path.replace("/eth/", `/${chain}/`) as ApiPath,
  });
  return {
    path: "verified",
    title: "Verified against your nodes",
    about: "Figures of this installation next to those that its nodes report themselves, to the last unit.",
    tables: [ofChain(verifications), ofChain(differences)],
  };
}

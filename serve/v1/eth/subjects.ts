/** Lists of Ethereum's validators and of its entities, each type a kind of its own. */
import type { Endpoint } from "../../endpoint.ts";
import { ethereum as chain } from "../../eth/chain.ts";
import { idTypes } from "../../eth/entities.ts";
import { lowerCase, type SubjectKind, subjectEndpoints } from "../../subjects.ts";

/** Subjects that are known by an address alone. */
const addresses = new Set<string>(["depositAddress", "withdrawalAddress"]);

const entities = idTypes.map(
  (idType): SubjectKind => ({
    kind: idType,
    list: "subjects_entity",
    summary: "summary_entity",
    values: { idType, isNamed: addresses.has(idType) ? 0 : 1 },
  }),
);

export const ethSubjects: readonly Endpoint[] = subjectEndpoints({
  chain,
  name: "Ethereum",
  family: "eth",
  token: "ETH",
  kinds: [{ kind: "validator", list: "subjects_validator", summary: "summary_validator" }, ...entities],
  statuses: ["active", "pending", "exiting", "exited", "slashed"],
  // Names of entities are case-sensitive, hex isn't.
  toStored: (text) => (/^0x/i.test(text) ? lowerCase(text) : text),
  windowValues: (timeWindow) => ({ timeWindow }),
  note:
    "Days are chain days; of validators, all is the last 90 at most. Stakes are effective balances of active validators " +
    "at the end of lastDay, rewards those of consensus. Entities are those with active validators on the last day; of " +
    "addresses only stake and effectiveness are reported.",
});

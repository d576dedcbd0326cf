/** v1 records of several validators together, for any kind of group: five records, which differ in their fields only. */
import { type GroupSegment, groupRecord } from "../../../schemas/eth/groupRecords.ts";
import type { Endpoint } from "../../endpoint.ts";

/** Segment of the path, and its records. */
const segments = {
  effectiveness: "Ratings",
  attestations: "Attestations and sync signatures",
  proposals: "Proposals",
  rewards: "Rewards",
  penalties: "Penalties",
} as const satisfies Record<GroupSegment, string>;

type Group = {
  /** Prefix of operation and record names: `set`. */
  of: string;
  /** The counted validators, as the beginning of a sentence: `Validators of the set`. */
  members: string;
  /** Statement of each segment that there is. */
  statements: Partial<Record<GroupSegment, string>>;
};

/** One endpoint for each segment. */
export function groupEndpoints(
  { of, members, statements }: Group,
  declare: (segment: {
    name: GroupSegment;
    operation: string;
    /** The numbers that are returned, without the subject. */
    what: string;
    row: ReturnType<typeof groupRecord>;
    sql: string;
  }) => Endpoint,
): Endpoint[] {
  const titled = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
  return (Object.keys(segments) as GroupSegment[]).flatMap((name) => {
    const sql = statements[name];
    if (sql === undefined) return [];
    const row = groupRecord(name, titled(of), members);
    return [declare({ name, operation: `${of}${titled(name)}`, what: segments[name], row, sql })];
  });
}

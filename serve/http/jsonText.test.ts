import { describe, expect, it } from "vitest";
import { fieldsOf, isComplete, linesOf, pickFields, withoutComplete } from "./jsonText.ts";

const line =
  '{"a":123456789012345678901234567890,"b":"x,\\"}{","c":[1,"]",{"d":2}],"e":null,"f":1.000000000000000001,"isComplete":true}';

describe("rows as text", () => {
  it("are split into lines", () => {
    expect(linesOf("")).toEqual([]);
    expect(linesOf('{"a":1}\n{"a":2}\n')).toEqual(['{"a":1}', '{"a":2}']);
    expect(linesOf('{"a":1}\n{"a":2}')).toEqual(['{"a":1}', '{"a":2}']);
  });

  it("keep every digit, quote and bracket of their fields", () => {
    expect([...fieldsOf(line)]).toEqual([
      ["a", "123456789012345678901234567890"],
      ["b", '"x,\\"}{"'],
      ["c", '[1,"]",{"d":2}]'],
      ["e", "null"],
      ["f", "1.000000000000000001"],
      ["isComplete", "true"],
    ]);
    expect([...fieldsOf("{}")]).toEqual([]);
  });

  it("are narrowed to some fields in the order of the row", () => {
    expect(pickFields(line, new Set(["f", "a", "z"]))).toBe(
      '{"a":123456789012345678901234567890,"f":1.000000000000000001}',
    );
    expect(pickFields(line, new Set())).toBe("{}");
  });

  it("say by a field whether they can still change", () => {
    expect(isComplete(line)).toBe(true);
    expect(isComplete('{"a":1,"isComplete":false}')).toBe(false);
    expect(isComplete('{"isComplete":true,"a":1}')).toBe(true);
    expect(isComplete('{"a":{"isComplete":true}}')).toBe(false);
    expect(isComplete('{"isComplete":true,"waitsFor":["execution"]}')).toBe(false);
    expect(withoutComplete('{"a":1,"isComplete":true}')).toBe('{"a":1}');
    expect(withoutComplete('{"a":1,"isComplete":true,"b":"x"}')).toBe('{"a":1,"b":"x"}');
    expect(withoutComplete('{"a":1}')).toBe('{"a":1}');
  });
});

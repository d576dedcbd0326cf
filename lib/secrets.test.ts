import { expect, it } from "vitest";
import { fc } from "../test/support/properties.ts";
import { errorMessage, SourceError } from "./errors.ts";
import { createSecretEraser, dataWithoutSecrets, keepSecret, withoutSecrets } from "./secrets.ts";

keepSecret("se.cret+1");
keepSecret("se.cret+1 and more");
// Too short to tell apart from anything else.
keepSecret("abc");

it("no text, error or data holds one, and the longest goes as a whole", () => {
  expect(withoutSecrets("a se.cret+1 and more, sexcret+1, se.cret%2B1, abc")).toBe(
    "a ***, sexcret+1, ***, abc",
  );
  expect(new SourceError("with se.cret+1", { code: "refused" }).message).toBe("with ***");
  expect(new SourceError("with se.cret+1", { code: "refused" }).stack).not.toContain("se.cret");
  expect(errorMessage(new TypeError("with se.cret+1"))).toBe("with ***");
  const date = new Date();
  expect(dataWithoutSecrets({ a: ["se.cret+1", 7, { b: "(se.cret+1)" }], date })).toEqual({
    a: ["***", 7, { b: "(***)" }],
    date,
  });
});

it("bytes in any pieces keep their length and lose their secrets", () => {
  const text = "xx se.cret+1 yy se.cret+1 and more zz";
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (cuts) => {
      const eraser = createSecretEraser();
      const pieces: Buffer[] = [];
      const bytes = Buffer.from(text);
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const end = at + (cuts[turn % cuts.length] ?? 1);
        pieces.push(Buffer.from(eraser.push(bytes.subarray(at, end))));
        at = end;
      }
      const erased = Buffer.concat([...pieces, eraser.end()]).toString();
      expect(erased).toHaveLength(text.length);
      expect(erased).not.toContain("se.cret");
      expect(erased).toMatch(/^xx \*{9} yy \*{9}.{9} zz$/);
    }),
  );
});

import { expect, it } from "vitest";
import { fc } from "../test/support/properties.ts";
import { errorMessage, SourceError } from "./errors.ts";
import { createSecretEraser, dataWithoutSecrets, keepSecret, withoutSecrets } from "./secrets.ts";

keepSecret("se.cret+1");
keepSecret("se.cret+1 and more");
// Too short to be distinguished from other text.
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

it("a plain or short word is no secret inside of other words, and one of ours only where a password stands", () => {
  for (const word of ["analytics", "hunter", "x7%q", "validator"]) keepSecret(word);
  expect(withoutSecrets("validator-analytics: hunters by hunter, hunter-gatherer, x7%q, ax7%qb")).toBe(
    "validator-analytics: hunters by ***, hunter-gatherer, ***, ax7%qb",
  );
  expect(withoutSecrets("database analytics, user analytics, analytics.app_key of http://analytics/x")).toBe(
    "database analytics, user analytics, analytics.app_key of http://analytics/x",
  );
  expect(withoutSecrets("at http://analytics:analytics@analytics:8123/analytics")).toBe(
    "at http://analytics:***@analytics:8123/analytics",
  );
  for (const said of ["password=analytics", '"PASSWORD": "analytics"', "--password analytics"])
    expect(withoutSecrets(said)).toBe(said.replace("analytics", "***"));
  expect(withoutSecrets("X-ClickHouse-Key: analytics")).toBe("X-ClickHouse-Key: ***");
  expect(dataWithoutSecrets({ user: "analytics", kafkaPassword: "analytics" })).toEqual({
    user: "analytics",
    kafkaPassword: "***",
  });
  for (const cut of [1, 8, 17, 18, 19, 30]) {
    const bytes = Buffer.from("http://analytics:analytics@x/analytics hunter hunters");
    const eraser = createSecretEraser();
    const pieces = [eraser.push(bytes.subarray(0, cut)), eraser.push(bytes.subarray(cut)), eraser.end()];
    expect(Buffer.concat(pieces).toString()).toBe("http://analytics:*********@x/analytics ****** hunters");
  }
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

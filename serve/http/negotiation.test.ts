import { expect, it } from "vitest";
import { acceptsGzip, namesEtag } from "./negotiation.ts";

it("takes gzip by any of its names, unless its weight is nothing", () => {
  const taken = [
    "gzip",
    "x-gzip",
    "*",
    "br, GZIP ;q=0.5",
    "deflate;q=0,gzip",
    "gzip; q=1.000",
    "br,*;q=0.001",
  ];
  for (const header of taken) expect([header, acceptsGzip(header)]).toEqual([header, true]);
  const refused = ["", "br", "gzip;q=0", "gzip ; q=0.000", "gzip;q=0.", "identity;gzip", "gzipped", "*;q=0"];
  for (const header of [null, ...refused]) expect([header, acceptsGzip(header)]).toEqual([header, false]);
});

it("compares validators weakly", () => {
  const etag = 'W/"abc"';
  for (const header of ["*", ' W/"abc" ', '"abc"', '"x", W/"abc"'])
    expect(namesEtag(header, etag), `${header} names ${etag}`).toBe(true);
  for (const header of [null, "", "abc", '"ab"', 'W/W/"abc"', '"*"'])
    expect(namesEtag(header, etag), `${header} names ${etag}`).toBe(false);
});

it("looks into no header that is longer than any honest one", () => {
  expect(acceptsGzip(`gzip${" ".repeat(2_000)}`)).toBe(false);
  expect(namesEtag(`W/"abc",${" ".repeat(5_000)}`, 'W/"abc"')).toBe(false);
});

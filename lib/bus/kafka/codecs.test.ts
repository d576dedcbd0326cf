import { describe, expect, it } from "vitest";
import { loadZstd } from "../../zstd.ts";
import { codecOf } from "./codecs.ts";

describe("codecOf", () => {
  it("knows what the client can write and read", () => {
    const settings = ["zstd", "gzip", "uncompressed", "producer"];
    expect(settings.map((setting) => codecOf("t", setting))).toEqual(["zstd", "gzip", "none", "none"]);
    for (const setting of ["lz4", "snappy"]) {
      expect(() => codecOf("t", setting)).toThrow(`topic t is compressed with ${setting}`);
    }
  });
});

describe("zstd", () => {
  it("gives back what it took, and refuses what is damaged", async () => {
    const zstd = await loadZstd();
    for (const bytes of [Buffer.alloc(0), Buffer.from("a"), Buffer.alloc(3_000_000, "abc")])
      expect(zstd.decompress(zstd.compress(bytes)).equals(bytes)).toBe(true);
    const frame = zstd.compress(Buffer.alloc(100_000, "abc"));
    expect(() => zstd.decompress(frame.subarray(0, -3))).toThrow();
    expect(() => zstd.decompress(Buffer.from("no frame of zstd at all"))).toThrow();
  });
});

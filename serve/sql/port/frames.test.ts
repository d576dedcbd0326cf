import { describe, expect, it } from "vitest";
import { cityHash128 } from "./cityHash.ts";
import { framed } from "./frames.ts";

/** What com.clickhouse.data.ClickHouseCityHash 0.9.2 makes of so many bytes, of which byte i is 7 i + 3. */
const hashes: readonly [length: number, low: string, high: string][] = [
  [0, "3df09dfc64c09a2b", "3cb540c392e51e29"],
  [1, "39379490ccb55d55", "2af2b13064cd571f"],
  [3, "3108fa6b1da16986", "32301bf0c250612d"],
  [4, "2321e75aee8d6c41", "cea6b327f605358d"],
  [8, "b6ad7c9a5953432f", "9f0e02109921888c"],
  [9, "5601ccf1e058519a", "f8512fca28333fef"],
  [15, "5a8299d8ab8f2f47", "8ea0a478a90d3277"],
  [16, "21e79cab7f9c2b79", "a35615c235313f7a"],
  [17, "cd5bb13faea6e4c", "32bf719178f6bbfe"],
  [24, "11cc4c88526863b8", "3292188780f057f0"],
  [33, "94bbf1d5b6ddb61", "10572bd58efa7aaf"],
  [100, "e8ed256df7c36d77", "5da4e59606ec0c52"],
  [143, "201689145f2ebee2", "df56bd91c3fb4dd0"],
  [144, "d639167b9b85767d", "7a10bf4573107c6"],
  [200, "6bfc6588f8397554", "e3706db480814454"],
  [272, "efd5ff73250bf76d", "edec81d742e3b161"],
  [1000, "984b538c7b372373", "f6e6cbc56b688720"],
];

const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7 + 3) & 255));

describe("a frame of ClickHouse", () => {
  it.each(hashes)("has the checksum of the driver, of %d bytes", (length, low, high) => {
    expect(cityHash128(bytesOf(length)).map((word) => word.toString(16))).toEqual([low, high]);
  });

  it.each([0, 1, 14, 15, 16, 269, 270, 271, 65_536, 65_537])(
    "holds %d bytes as LZ4 literals",
    async (length) => {
      const bytes = bytesOf(length);
      let left = await framed(bytes);
      const read: Buffer[] = [];
      while (left.length > 0) {
        expect(left[16]).toBe(0x82);
        const size = left.readUInt32LE(17);
        const [low, high] = cityHash128(left.subarray(16, 16 + size));
        expect([left.readBigUInt64LE(0), left.readBigUInt64LE(8)]).toEqual([low, high]);
        // Token 15 in the upper half: more of the length follows, until a byte that isn't 255.
        let at = 26;
        let count = (left[25] ?? 0) >> 4;
        if (count === 15)
          for (let more = 255; more === 255; at += 1) {
            more = left[at] ?? 0;
            count += more;
          }
        expect(count).toBe(left.readUInt32LE(21));
        read.push(left.subarray(at, at + count));
        left = left.subarray(16 + size);
      }
      expect(Buffer.concat(read)).toEqual(bytes);
    },
  );
});

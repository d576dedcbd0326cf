import { describe, expect, it } from "vitest";
import { cb58Bytes, isNodeId, toCb58, toNodeId } from "./cb58.ts";

describe("CB58", () => {
  it("spells bytes with their checksum, zeros in front as ones", () => {
    expect(toCb58(Buffer.alloc(32))).toBe("11111111111111111111111111111111LpoYY");
    expect(cb58Bytes("11111111111111111111111111111111LpoYY")).toEqual(Buffer.alloc(32));
  });

  it("knows a node's id from anything else", () => {
    const id = toNodeId(Buffer.alloc(20, 7));
    expect(isNodeId(id)).toBe(true);
    // One of the first nodes of the main network.
    expect(isNodeId("NodeID-A6onFGyJjA37EZ7kYHANMR1PFRT8NmXrF")).toBe(true);
    const last = id.at(-1) === "a" ? "b" : "a";
    for (const wrong of [
      "",
      "NodeID-",
      id.slice(7),
      id.toLowerCase(),
      `${id.slice(0, -1)}${last}`,
      `${id} `,
      `${id}0`,
      `NodeID-${toCb58(Buffer.alloc(21, 7))}`,
      `NodeID-${toCb58(Buffer.alloc(32, 7))}`,
      `NodeID-${"z".repeat(5000)}`,
    ])
      expect(isNodeId(wrong), wrong).toBe(false);
  });
});

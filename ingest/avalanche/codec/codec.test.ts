/** Compares the codec with bytes of another writer, and that writer with the decoder of avalanchejs. */
import * as avalanchejs from "@avalabs/avalanchejs";
import { describe, expect, it } from "vitest";
import { hexAnswer, join, list, sha256, u16, u32, u64 } from "../../../fixtures/avalanche/bytes.ts";
import { randomBytes, someKey } from "../../../fixtures/avalanche/transactionParts.ts";
import { createTxMaker, type SignedTx } from "../../../fixtures/avalanche/transactions.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { toNodeId } from "../../../lib/cb58.ts";
import { readBlock } from "./block.ts";
import { rewardUtxo } from "./parts.ts";
import { fromHex, Reader } from "./reader.ts";
import { readSignedTx } from "./transactions.ts";

/** The used part of the library: its types name folders, which TypeScript doesn't resolve in a module. */
type Library = {
  avaxSerial: { SignedTx: unknown };
  utils: {
    getManagerForVM(name: "PVM"): {
      unpack(bytes: Uint8Array, kind: unknown): { unsignedTx: unknown };
      getDefaultCodec(): { PackPrefix(value: unknown): Uint8Array };
    };
  };
};
const { avaxSerial, utils } = avalanchejs as unknown as Library;

const random = createRandom("avalanche codec");
const make = createTxMaker(random, 1);
const node = randomBytes(random, 20);
const pubkey = someKey;
const terms = { node, start: 1_700_000_000, end: 1_710_000_000, weight: 2_000_000_000_001n };
const subnet = randomBytes(random, 32);

const versioned = ({ bytes }: SignedTx) => join(u16(0), bytes);
const common = {
  kind: "stake",
  nodeId: toNodeId(node),
  weight: terms.weight,
  start: terms.start,
  end: terms.end,
  period: 0,
  restakeShares: 0,
};

describe("transactions", () => {
  const stakes: [string, SignedTx, object][] = [
    [
      "12",
      make.addOld(terms, 20_000),
      { ...common, typeId: 12, isValidator: true, shares: 20_000, pubkey: null },
    ],
    ["14", make.addOld(terms, undefined), { ...common, typeId: 14, isValidator: false, shares: 0 }],
    [
      "25",
      make.addPermissionless(terms, { shares: 1_000_000, pubkey }),
      { ...common, typeId: 25, isValidator: true, shares: 1_000_000, pubkey: pubkey.toString("hex") },
    ],
    ["25 without a key", make.addPermissionless(terms, { shares: 20_000 }), { typeId: 25, pubkey: null }],
    ["26", make.addPermissionless(terms, {}), { ...common, typeId: 26, isValidator: false }],
  ];

  it.each(stakes)("of type %s are read as they were written", (_name, tx, expected) => {
    const read = readSignedTx(versioned(tx));
    expect(read).toMatchObject(expected);
    expect(read).toMatchObject({ txId: tx.id.toString("hex"), outputCount: tx.outputCount });
  });

  it("of Helicon, too", () => {
    const own = { shares: 30_000, pubkey, period: 1_209_600, restakeShares: 300_000 };
    const added = make.addAutoRenewed(terms, own);
    const expected = {
      ...own,
      pubkey: pubkey.toString("hex"),
      txId: added.id.toString("hex"),
      weight: terms.weight,
    };
    expect(readSignedTx(versioned(added))).toMatchObject({ ...expected, typeId: 40, start: 0, end: 0 });
    const id = added.id.toString("hex");
    expect(readSignedTx(versioned(make.configure(added.id, 7, 8)))).toEqual({
      kind: "config",
      typeId: 41,
      txId: id,
      restakeShares: 7,
      period: 8,
    });
    expect(readSignedTx(versioned(make.rewardCycle(added.id, 9)))).toEqual({
      kind: "reward",
      typeId: 42,
      txId: id,
    });
  });

  it("on a subnet are no stakes", () => {
    for (const options of [{ subnet }, { subnet, shares: 20_000, pubkey }])
      expect(readSignedTx(versioned(make.addPermissionless(terms, options)))).toMatchObject({
        kind: "other",
      });
  });

  it.each(make.noiseTypes)("of type %i are read to their end", (typeId) => {
    for (let i = 0; i < 5; i += 1)
      expect(readSignedTx(versioned(make.noise(typeId)))).toEqual({ kind: "other", typeId });
  });

  /** Types that avalanchejs 5.2.0 supports: neither those of Helicon nor rewards nor the chain's time. */
  it.each([
    ...stakes.map(([name, tx]) => [name, tx] as const),
    ...make.noiseTypes.map((typeId) => [String(typeId), make.noise(typeId)] as const),
  ])("of type %s are read by avalanchejs to the same bytes", (_name, tx) => {
    const manager = utils.getManagerForVM("PVM");
    const read = manager.unpack(versioned(tx), avaxSerial.SignedTx);
    const bytes = manager.getDefaultCodec().PackPrefix(read.unsignedTx);
    expect(Buffer.from(bytes)).toEqual(tx.bytes.subarray(0, bytes.length));
  });

  it("that break off are refused at every length", () => {
    const { bytes } = make.addPermissionless(terms, { shares: 20_000, pubkey });
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => readSignedTx(join(u16(0), bytes.subarray(0, length))), String(length)).toThrow(
        "can't be read",
      );
  });
});

const parent = sha256(u32(1));
const banffStandard = (txs: readonly SignedTx[]) =>
  join(u16(0), u32(32), u64(1_700_000_000), parent, u64(5), list(txs.map(({ bytes }) => bytes)));
const banffProposal = (txs: readonly SignedTx[], tx: SignedTx) =>
  join(u16(0), u32(29), u64(1_700_000_000), list(txs.map(({ bytes }) => bytes)), parent, u64(5), tx.bytes);
const read = (bytes: Buffer, height = 5) => readBlock(bytes, sha256(bytes), height);

describe("blocks", () => {
  const stake = make.addPermissionless(terms, {});
  const header = { height: 5, parentId: parent.toString("hex"), time: 1_700_000_000 };

  it("have their header, and their id is the hash of their bytes", () => {
    const bytes = banffStandard([stake]);
    expect(read(bytes)).toMatchObject({
      ...header,
      kind: "standard",
      id: sha256(bytes).toString("hex"),
      unknown: [],
    });
    expect(() => read(bytes, 6)).toThrow("requested block 6, received 5");
    expect(() => read(join(bytes, u16(0)))).toThrow("unexpected bytes after the end");
  });

  it("resume after a transaction of an unknown type", () => {
    for (let i = 0; i < 20; i += 1) {
      const block = read(banffStandard([make.noise(34), make.unknown(43), make.noise(35), stake]));
      expect(block.unknown).toEqual([{ typeId: 43, position: 1 }]);
      expect(block.txs.map(({ typeId }) => typeId)).toEqual([34, 35, 26]);
      expect(block.unread).toBeUndefined();
    }
  });

  it("report how many they could not find again after two such", () => {
    const block = read(banffStandard([make.unknown(43), make.unknown(44), stake]));
    expect(block).toMatchObject({ unknown: [{ typeId: 43, position: 0 }], txs: [], unread: 2 });
  });

  it.each([
    ["20", make.reward(subnet)],
    ["42", make.rewardCycle(subnet, 77)],
  ])("that propose type %s do so after unknown decisions, too", (name, tx) => {
    const block = read(banffProposal([make.unknown(45)], tx));
    expect(block).toMatchObject({ ...header, kind: "proposal", unknown: [{ typeId: 45, position: 0 }] });
    expect(block.proposal).toEqual({ kind: "reward", typeId: Number(name), txId: subnet.toString("hex") });
  });

  it("of an unknown type are known by their number only", () => {
    expect(read(join(u16(0), u32(50), randomBytes(random, 90)))).toMatchObject({
      kind: "unknown",
      unknown: [{ typeId: 50, position: 0 }],
      parentId: "",
    });
  });

  it("of before Banff have no time", () => {
    const proposal = read(join(u16(0), u32(0), parent, u64(5), make.advanceTime(88).bytes));
    expect(proposal).toMatchObject({
      kind: "proposal",
      time: undefined,
      proposal: { kind: "time", time: 88 },
    });
    for (const [typeId, kind] of [
      [1, "abort"],
      [2, "commit"],
    ] as const)
      expect(read(join(u16(0), u32(typeId), parent, u64(5)))).toMatchObject({ kind, time: undefined });
    expect(read(join(u16(0), u32(4), parent, u64(5), make.noise(17).bytes))).toMatchObject({
      kind: "atomic",
    });
  });
});

describe("answers", () => {
  it("end with a checksum", () => {
    const bytes = banffStandard([]);
    const text = hexAnswer(bytes);
    expect(fromHex(text).bytes).toEqual(bytes);
    expect(fromHex(text).hash).toEqual(sha256(bytes));
    const last = text.endsWith("0") ? "1" : "0";
    expect(() => fromHex(`${text.slice(0, -1)}${last}`)).toThrow("checksum");
    for (const wrong of [undefined, 5, "", "0x", text.slice(2), `${text}0`, text.replace("0x00", "0xzz")])
      expect(() => fromHex(wrong), String(wrong)).toThrow("can't be read");
  });

  it("have UTXOs with index and amount", () => {
    const bytes = make.utxo(subnet, 3, 12_345n);
    expect(rewardUtxo(new Reader(bytes))).toEqual({ index: 3, amount: 12_345n });
  });
});

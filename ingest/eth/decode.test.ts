import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ssz } from "@lodestar/types";
import { describe, expect, it } from "vitest";
import { pack } from "../../lib/packed.ts";
import { blockMessage, ethMessage, type Fork } from "../../schemas/eth/events.ts";
import { blockAnswer, blockJson, envelopeAnswer } from "./block.ts";
import { toBusMessage } from "./busMessage.ts";
import {
  decodeBlock,
  decodeCommittees,
  decodePendingDeposits,
  decodeRegistry,
  missedSlot,
  orphanedBlock,
  type SlotContext,
  setBits,
  zeroRoot,
} from "./decode.ts";
import { createRegistryColumns } from "./scan.ts";
import { deserializeBlock } from "./ssz.ts";

const root = (byte: string) => `0x${byte.repeat(32)}`;
const key = (byte: string) => `0x${byte.repeat(48)}`;
const address = (byte: string) => `0x${byte.repeat(20)}`;

const context = (fork: Fork, finality: SlotContext["finality"] = "final"): SlotContext => ({
  network: "mainnet",
  epoch: 2,
  slot: 70,
  fork,
  finality,
  observedSlot: 128,
});

const attestation = (extra: object = {}, index = "5") => ({
  aggregation_bits: "0xff01",
  data: {
    slot: "69",
    index,
    beacon_block_root: root("aa"),
    source: { epoch: "1", root: root("bb") },
    target: { epoch: "2", root: root("cc") },
  },
  signature: `0x${"00".repeat(96)}`,
  ...extra,
});

const signedHeader = (proposer: string) => ({
  message: {
    slot: "1",
    proposer_index: proposer,
    parent_root: root("00"),
    state_root: root("00"),
    body_root: root("00"),
  },
  signature: `0x${"00".repeat(96)}`,
});

const phase0Body = {
  randao_reveal: `0x${"00".repeat(96)}`,
  graffiti: root("67"),
  proposer_slashings: [{ signed_header_1: signedHeader("11"), signed_header_2: signedHeader("11") }],
  attester_slashings: [
    {
      attestation_1: { attesting_indices: ["1", "2", "3"] },
      attestation_2: { attesting_indices: ["2", "3", "4"] },
    },
  ],
  attestations: [attestation()],
  deposits: [
    {
      proof: [],
      data: { pubkey: key("d1"), withdrawal_credentials: root("01"), amount: "32000000000", signature: "0x" },
    },
  ],
  voluntary_exits: [{ message: { epoch: "1", validator_index: "9" }, signature: "0x" }],
};
const sync = {
  sync_aggregate: { sync_committee_bits: `0x${"f0".repeat(64)}`, sync_committee_signature: "0x" },
};
const payload = {
  block_number: "18446744073709551615",
  block_hash: root("e1"),
  fee_recipient: address("fe"),
  transactions: ["0x01", "0x02", "0x03"],
};
const withdrawals = [{ index: "77", validator_index: "8", address: address("ad"), amount: "18000000" }];
const requests = {
  deposits: [
    {
      pubkey: key("d2"),
      withdrawal_credentials: root("02"),
      amount: "1000000000",
      signature: "0x",
      index: "4000",
    },
  ],
  withdrawals: [{ source_address: address("51"), validator_pubkey: key("a1"), amount: "0" }],
  consolidations: [{ source_address: address("52"), source_pubkey: key("a2"), target_pubkey: key("a3") }],
};
const electraAttestation = attestation({ committee_bits: "0x0500000000000080" }, "0");

const block = (body: object) =>
  blockJson.parse({
    slot: "70",
    proposer_index: "1234",
    parent_root: root("99").toUpperCase().replace("0X", "0x"),
    state_root: root("00"),
    body: { eth1_data: {}, ...body, something_new: { a: 1 } },
  });

describe("decodeBlock", () => {
  it("phase0: operations, no sync aggregate, no payload", () => {
    const message = blockMessage.parse(decodeBlock(context("phase0"), root("70"), block(phase0Body)));
    expect(message).toMatchObject({
      status: "canonical",
      slot: 70,
      block_root: root("70"),
      parent_root: root("99"),
      proposer_index: 1234,
      graffiti: root("67"),
      execution: null,
      sync_aggregate: null,
      slashings: [
        { validator_index: 11, kind: "proposer" },
        { validator_index: 2, kind: "attester" },
        { validator_index: 3, kind: "attester" },
      ],
      voluntary_exits: [{ validator_index: 9, epoch: 1 }],
      withdrawals: [],
    });
    expect(message.attestations).toEqual([
      {
        attestation_index: 0,
        slot: 69,
        committee_indices: [5],
        aggregation_bits: "0xff01",
        beacon_block_root: root("aa"),
        source: { epoch: 1, root: root("bb") },
        target: { epoch: 2, root: root("cc") },
        payload_index: 0,
      },
    ]);
    expect(message.deposits).toEqual([
      {
        kind: "bridge",
        position: 0,
        index: null,
        pubkey: key("d1"),
        withdrawal_credentials: root("01"),
        amount_gwei: "32000000000",
      },
    ]);
  });

  it("altair: sync aggregate", () => {
    const message = decodeBlock(context("altair"), root("70"), block({ ...phase0Body, ...sync }));
    expect(message.sync_aggregate?.bits).toBe(`0x${"f0".repeat(64)}`);
  });

  it("bellatrix: a payload of zeros, before the merge, is none", () => {
    const before = { ...payload, block_hash: zeroRoot, block_number: "0", transactions: [] };
    const body = { ...phase0Body, ...sync };
    expect(
      decodeBlock(context("bellatrix"), root("70"), block({ ...body, execution_payload: before })).execution,
    ).toBeNull();
    expect(
      decodeBlock(context("bellatrix"), root("70"), block({ ...body, execution_payload: payload })).execution,
    ).toEqual({
      block_number: "18446744073709551615",
      block_hash: root("e1"),
      fee_recipient: address("fe"),
      transaction_count: 3,
      blob_count: 0,
    });
  });

  it("capella and deneb: withdrawals and blobs", () => {
    const body = {
      ...phase0Body,
      ...sync,
      execution_payload: { ...payload, withdrawals },
      blob_kzg_commitments: ["0x01", "0x02"],
      bls_to_execution_changes: [{ message: { validator_index: "4" } }],
    };
    const message = blockMessage.parse(decodeBlock(context("deneb"), root("70"), block(body)));
    expect(message.withdrawals).toEqual([
      { index: "77", validator_index: 8, address: address("ad"), amount_gwei: "18000000" },
    ]);
    expect(message.execution?.blob_count).toBe(2);
  });

  it("electra and fulu: committee bits and requests", () => {
    const body = {
      ...phase0Body,
      ...sync,
      attestations: [electraAttestation],
      deposits: [],
      execution_payload: { ...payload, withdrawals },
      blob_kzg_commitments: [],
      execution_requests: requests,
    };
    const message = blockMessage.parse(decodeBlock(context("fulu"), root("70"), block(body)));
    expect(message.attestations[0]?.committee_indices).toEqual([0, 2, 63]);
    expect(message.deposits).toEqual([
      {
        kind: "request",
        position: 0,
        index: "4000",
        pubkey: key("d2"),
        withdrawal_credentials: root("02"),
        amount_gwei: "1000000000",
      },
    ]);
    expect(message.withdrawal_requests).toEqual([
      { position: 0, source_address: address("51"), validator_pubkey: key("a1"), amount_gwei: "0" },
    ]);
    expect(message.consolidation_requests).toEqual([
      { position: 0, source_address: address("52"), source_pubkey: key("a2"), target_pubkey: key("a3") },
    ]);
  });

  it("gloas: payload from its envelope, requests of the parent, payload_index", () => {
    const body = block({
      ...phase0Body,
      ...sync,
      attestations: [attestation({ committee_bits: "0x0100000000000000" }, "1")],
      deposits: [],
      signed_execution_payload_bid: {
        message: { parent_block_hash: root("e0"), block_hash: root("e1"), blob_kzg_commitments: ["0x01"] },
      },
      payload_attestations: [],
      parent_execution_requests: requests,
    });
    const envelope = envelopeAnswer.parse({
      data: { message: { payload: { ...payload, withdrawals }, execution_requests: {} } },
    }).data.message;
    const full = blockMessage.parse(decodeBlock(context("gloas"), root("70"), body, envelope));
    expect(full.execution).toMatchObject({ block_hash: root("e1"), transaction_count: 3, blob_count: 1 });
    expect(full.withdrawals).toHaveLength(1);
    expect(full.attestations[0]).toMatchObject({ payload_index: 1, committee_indices: [0] });
    expect(full.consolidation_requests).toHaveLength(1);
    const empty = decodeBlock(context("gloas"), root("70"), body);
    expect(empty.execution).toBeNull();
    expect(empty.withdrawals).toEqual([]);
  });

  it("provisional blocks carry no facts", () => {
    const message = blockMessage.parse(
      decodeBlock(context("phase0", "provisional"), root("70"), block(phase0Body)),
    );
    expect(message).toMatchObject({ finality: "provisional", attestations: [], deposits: [], slashings: [] });
    expect(message.graffiti).toBe(root("67"));
  });

  it("missed and orphaned slots", () => {
    expect(blockMessage.parse(missedSlot(context("fulu")))).toMatchObject({
      status: "missed",
      block_root: zeroRoot,
      proposer_index: null,
    });
    expect(
      blockMessage.parse(
        orphanedBlock(context("fulu"), { root: root("0f"), parentRoot: root("0e"), proposerIndex: 7 }),
      ),
    ).toMatchObject({
      status: "orphaned",
      block_root: root("0f"),
      parent_root: root("0e"),
      proposer_index: 7,
    });
  });
});

describe("SSZ", () => {
  const families = ["phase0", "altair", "bellatrix", "capella", "deneb", "electra", "fulu"] as const;
  it.each(families)("%s: the same message as from JSON", async (fork) => {
    const type = ssz[fork].SignedBeaconBlock;
    const signed = type.defaultValue();
    signed.message.slot = 70;
    signed.message.proposerIndex = 1234;
    signed.message.body.voluntaryExits = [
      { message: { epoch: 1, validatorIndex: 9 }, signature: new Uint8Array(96) },
    ];
    const json = type.toJson(signed as never) as Record<string, Record<string, unknown>>;
    const body = json.message?.body as Record<string, unknown>;
    const isElectra = fork === "electra" || fork === "fulu";
    body.attestations = [isElectra ? electraAttestation : attestation()];
    if (body.execution_payload !== undefined) {
      Object.assign(body.execution_payload as object, payload, {
        block_number: "17",
        transactions: ["0x0102", "0x03"],
      });
      if (body.execution_payload !== null && "withdrawals" in (body.execution_payload as object))
        Object.assign(body.execution_payload as object, { withdrawals });
    }
    const bytes = type.serialize(type.fromJson(json) as never);
    const fromJson = blockAnswer.parse({ data: json }).data.message;
    const fromSsz = await deserializeBlock(fork, bytes);
    expect(decodeBlock(context(fork), root("70"), fromSsz)).toEqual(
      decodeBlock(context(fork), root("70"), fromJson),
    );
    expect(fromSsz.body.voluntary_exits[0]?.message.validator_index).toBe("9");
    await expect(deserializeBlock(fork, bytes.subarray(0, 90))).rejects.toMatchObject({ code: "bad_ssz" });
  });
});

describe("messages of mainnet size stay below 1 MB", () => {
  const limit = 1_048_576;

  it("a slot with 8 attestations of 64 committees and its committees", () => {
    const full = `0x${"ff".repeat(4096)}01`;
    const body = {
      ...phase0Body,
      ...sync,
      attestations: Array.from({ length: 8 }, () => ({
        ...electraAttestation,
        committee_bits: "0xffffffffffffffff",
        aggregation_bits: full,
      })),
      execution_payload: { ...payload, withdrawals: Array.from({ length: 16 }, () => withdrawals[0]) },
      execution_requests: {
        deposits: Array.from({ length: 1000 }, () => requests.deposits[0]),
        withdrawals: Array.from({ length: 16 }, () => requests.withdrawals[0]),
        consolidations: Array.from({ length: 2 }, () => requests.consolidations[0]),
      },
    };
    const message = decodeBlock(context("fulu"), root("70"), block(body));
    expect(toBusMessage(message).value.length).toBeLessThan(limit);

    const size = 64 * 512;
    const committees = {
      slots: Array.from({ length: 64 }, () => 64),
      indices: Array.from({ length: 64 }, (_, index) => index),
      starts: Array.from({ length: 65 }, (_, index) => index * 512),
      validators: Uint32Array.from({ length: size }, (_, index) => index * 31),
    };
    const [first] = decodeCommittees("mainnet", 2, 64, 32, committees);
    if (first === undefined) throw new Error("no message");
    const bus = toBusMessage(ethMessage.parse(first));
    expect(first.sizes).toHaveLength(64);
    expect(bus.value.length).toBeGreaterThan(size * 4);
    expect(bus.value.length).toBeLessThan(limit);
  });

  it("4096 registry rows and 4096 pending deposits", () => {
    const columns = createRegistryColumns(4096);
    columns.count = 4096;
    const registry = toBusMessage(ethMessage.parse(decodeRegistry("mainnet", 2, "snapshot", columns)));
    expect(registry.value.length).toBeLessThan(limit);
    const deposits = Array.from({ length: 5000 }, (_, index) => ({
      pubkey: `0x${index.toString(16).padStart(96, "0")}`,
      amount: "32000000000",
    }));
    const messages = decodePendingDeposits("mainnet", 2, deposits, 4096);
    expect(messages.map((message) => message.count)).toEqual([4096, 904]);
    for (const message of messages) expect(toBusMessage(message).value.length).toBeLessThan(limit);
  });
});

describe("small parts", () => {
  it("set bits are little-endian within bytes", () => {
    expect(setBits("0x0180")).toEqual([0, 15]);
  });

  it("committees come in index order, one message a slot", () => {
    const messages = decodeCommittees("tiny", 1, 4, 2, {
      slots: [5, 4, 5, 4],
      indices: [1, 0, 0, 1],
      starts: [0, 2, 3, 5, 6],
      validators: Uint32Array.of(50, 51, 40, 52, 53, 41),
    });
    expect(messages).toEqual([
      {
        type: "committee",
        network: "tiny",
        epoch: 1,
        slot: 4,
        sizes: [1, 1],
        validators: pack(Uint32Array.of(40, 41)),
      },
      {
        type: "committee",
        network: "tiny",
        epoch: 1,
        slot: 5,
        sizes: [2, 2],
        validators: pack(Uint32Array.of(52, 53, 50, 51)),
      },
    ]);
  });

  it("pending deposits are summed by public key without loss", () => {
    const [message] = decodePendingDeposits(
      "tiny",
      1,
      [
        { pubkey: key("02"), amount: "9007199254740993" },
        { pubkey: key("01"), amount: "5" },
        { pubkey: key("02"), amount: "1" },
      ],
      4096,
    );
    const amounts = Buffer.from(message?.amount_gwei ?? "", "base64");
    expect(Buffer.from(message?.pubkey ?? "", "base64").toString("hex")).toBe(
      "01".repeat(48) + "02".repeat(48),
    );
    expect([amounts.readBigUInt64LE(0), amounts.readBigUInt64LE(8)]).toEqual([5n, 9007199254740994n]);
  });
});

const shared = process.env.SHARED_DATA ?? join(import.meta.dirname, "../../../shared/data");
const recordings = join(shared, "ethereum");
if (!existsSync(recordings)) {
  process.stderr.write(`recorded blocks are not tested: no folder ${recordings}; set SHARED_DATA\n`);
}

describe.runIf(existsSync(recordings))("recorded answers", () => {
  it("Holesky blocks 0 and 100", () => {
    const read = (name: string) =>
      blockAnswer.parse(JSON.parse(readFileSync(join(recordings, "holesky-genesis-blocks", name), "utf8")))
        .data.message;
    const genesis = read("chainstorage_block_0.json");
    expect([genesis.slot, genesis.parent_root]).toEqual([0, zeroRoot]);
    const hundred = decodeBlock(context("deneb"), root("70"), read("chainstorage_block_100.json"));
    expect(blockMessage.parse(hundred)).toMatchObject({ proposer_index: 607538 });
    expect(hundred.attestations[0]).toMatchObject({ slot: 99, committee_indices: [26] });
  });

  it("Sepolia attestations of Electra", () => {
    const lines = readFileSync(join(recordings, "sepolia-electra", "block_attestations.jsonl"), "utf8");
    const template = { ...phase0Body, ...sync, deposits: [] };
    let count = 0;
    for (const line of lines.trim().split("\n")) {
      const { block_slot, status, response } = JSON.parse(line) as {
        block_slot: number;
        status: number;
        response: { data: unknown[] };
      };
      if (status !== 200) continue;
      const message = decodeBlock(
        { ...context("electra"), slot: block_slot },
        root("70"),
        block({ ...template, attestations: response.data }),
      );
      blockMessage.parse(message);
      for (const entry of message.attestations) expect(entry.committee_indices).toEqual([0]);
      count += message.attestations.length;
    }
    expect(count).toBeGreaterThan(40);
  });
});

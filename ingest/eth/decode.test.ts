import { describe, expect, it } from "vitest";
import { blockMessage } from "../../schemas/eth/events.ts";
import { envelopeAnswer } from "./block.ts";
import { decodeBlock, missedSlot, orphanedBlock, setBits, zeroRoot } from "./decode.ts";
import {
  address,
  attestation,
  block,
  context,
  electraAttestation,
  key,
  payload,
  phase0Body,
  requests,
  root,
  sync,
  withdrawals,
} from "./testBlocks.ts";

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
      transaction_count: 5,
      blob_count: 0,
      gas_used: "30000000",
      base_fee_per_gas: String(2n ** 256n - 1n),
      transaction_type_counts: [2, 1, 0, 0, 1],
    });
  });

  it("capella and deneb: withdrawals and blobs", () => {
    const body = {
      ...phase0Body,
      ...sync,
      execution_payload: { ...payload, withdrawals },
      blob_kzg_commitments: ["0x01", "0x02"],
      bls_to_execution_changes: [{ message: { validator_index: "4", to_execution_address: address("bc") } }],
    };
    const message = blockMessage.parse(decodeBlock(context("deneb"), root("70"), block(body)));
    expect(message.withdrawals).toEqual([
      { index: "77", validator_index: 8, address: address("ad"), amount_gwei: "18000000" },
    ]);
    expect(message.execution?.blob_count).toBe(2);
    expect(message.credential_changes).toEqual([{ validator_index: 4, address: address("bc") }]);
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
    expect(full.execution).toMatchObject({
      block_hash: root("e1"),
      transaction_count: 5,
      blob_count: 1,
      gas_used: "30000000",
    });
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

describe("a bit vector", () => {
  it("set bits are little-endian within bytes", () => {
    expect(setBits("0x0180")).toEqual([0, 15]);
  });
});

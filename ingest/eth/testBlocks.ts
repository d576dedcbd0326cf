/** Blocks of each fork in the Beacon API's JSON, for tests of the decoders. */
import type { Fork } from "../../schemas/eth/events.ts";
import { blockJson } from "./block.ts";
import type { SlotContext } from "./decode.ts";

export const root = (byte: string) => `0x${byte.repeat(32)}`;
export const key = (byte: string) => `0x${byte.repeat(48)}`;
export const address = (byte: string) => `0x${byte.repeat(20)}`;

export const context = (fork: Fork, finality: SlotContext["finality"] = "final"): SlotContext => ({
  network: "mainnet",
  epoch: 2,
  slot: 70,
  fork,
  finality,
  observedSlot: 128,
});

export const attestation = (extra: object = {}, index = "5") => ({
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

export const phase0Body = {
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
export const sync = {
  sync_aggregate: { sync_committee_bits: `0x${"f0".repeat(64)}`, sync_committee_signature: "0x" },
};
export const payload = {
  block_number: "18446744073709551615",
  block_hash: root("e1"),
  fee_recipient: address("fe"),
  gas_used: "30000000",
  base_fee_per_gas: String(2n ** 256n - 1n),
  // Types 1, 0, 0 (one begins like any list), an unknown one, and 4.
  transactions: ["0x01c0", "0xf86c", "0xc0", "0x05c0", "0x04c0"],
};
export const withdrawals = [
  { index: "77", validator_index: "8", address: address("ad"), amount: "18000000" },
];
export const requests = {
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
export const electraAttestation = attestation({ committee_bits: "0x0500000000000080" }, "0");

export const block = (body: object) =>
  blockJson.parse({
    slot: "70",
    proposer_index: "1234",
    parent_root: root("99").toUpperCase().replace("0X", "0x"),
    state_root: root("00"),
    body: { eth1_data: {}, ...body, something_new: { a: 1 } },
  });

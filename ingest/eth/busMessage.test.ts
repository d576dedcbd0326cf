import { describe, expect, it } from "vitest";
import { isNewerSchema } from "../../lib/bus/schemaVersion.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { bytesOf, pack, unpack } from "../../lib/packed.ts";
import { ethMessage, type RegistryMessage, registryColumns } from "../../schemas/eth/events.ts";
import { toBusMessage } from "./busMessage.ts";
import { decodeBlock } from "./decode.ts";
import {
  decodeCommittees,
  decodeInactivityScores,
  decodePendingDeposits,
  decodeRegistry,
  scoreRowsMax,
} from "./decodeState.ts";
import { createRegistryColumns } from "./registryColumns.ts";
import {
  block,
  context,
  electraAttestation,
  payload,
  phase0Body,
  requests,
  root,
  sync,
  withdrawals,
} from "./testBlocks.ts";

/** As listeners wrote it before version 3. */
function inBase64(message: RegistryMessage): Record<string, unknown> {
  const names = Object.keys(registryColumns) as (keyof typeof registryColumns)[];
  return { ...message, ...Object.fromEntries(names.map((name) => [name, pack(bytesOf(message[name]))])) };
}

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

  it("32,768 inactivity scores, which only workers that know them are to read", () => {
    const scores = {
      validatorIndex: Uint32Array.from({ length: 40_000 }, (_, index) => 3 * index),
      score: new BigUint64Array(40_000).fill(2n ** 40n),
    };
    const messages = decodeInactivityScores("mainnet", 2, scores, scoreRowsMax);
    expect(messages.map(({ count }) => count)).toEqual([32_768, 40_000 - 32_768]);
    const [bus] = messages.map((message) => toBusMessage(ethMessage.parse(message)));
    expect(bus?.value.length).toBeLessThan(limit);
    expect(bus === undefined ? undefined : isNewerSchema(bus, 1)).toBe(true);
    expect(isNewerSchema(toBusMessage(decodeBlock(context("fulu"), root("70"), block(phase0Body))), 1)).toBe(
      false,
    );
  });
});

it("a registry's columns come back from their bytes, and from messages of before, which have them in base64", () => {
  const columns = createRegistryColumns(2);
  columns.count = 2;
  columns.validatorIndex.set([7, 4_294_967_295]);
  columns.exitEpoch.set([2n ** 64n - 1n, 5n]);
  columns.pubkey.fill(0xa5);
  const message = decodeRegistry("mainnet", 2, "changes", columns);
  const bus = toBusMessage(message);
  expect(isNewerSchema(bus, 2)).toBe(true);
  for (const value of [bus.value, Buffer.from(JSON.stringify(inBase64(message)))]) {
    const read = ethMessage.parse(decodeValue(value));
    if (read.type !== "registry") throw new Error("no registry");
    expect([read.network, read.epoch, read.kind, read.count]).toEqual(["mainnet", 2, "changes", 2]);
    expect(unpack(Uint32Array, read.validator_index)).toEqual(columns.validatorIndex);
    expect(unpack(BigUint64Array, read.exit_epoch)).toEqual(columns.exitEpoch);
    expect(unpack(Uint8Array, read.pubkey)).toEqual(columns.pubkey);
  }
});

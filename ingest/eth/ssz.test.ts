import { ssz } from "@lodestar/types";
import { describe, expect, it } from "vitest";
import { blockAnswer } from "./block.ts";
import { decodeBlock } from "./decode.ts";
import { deserializeBlock } from "./ssz.ts";
import { attestation, context, electraAttestation, payload, root, withdrawals } from "./testBlocks.ts";

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
        transactions: ["0x0102", "0x03", "0xf801", "0x05"],
      });
      if ("blob_gas_used" in (body.execution_payload as object))
        Object.assign(body.execution_payload as object, { blob_gas_used: "131072" });
      if (body.execution_payload !== null && "withdrawals" in (body.execution_payload as object))
        Object.assign(body.execution_payload as object, { withdrawals });
    }
    const bytes = type.serialize(type.fromJson(json) as never);
    const fromJson = blockAnswer.parse({ data: json }).data.message;
    const fromSsz = await deserializeBlock(fork, bytes);
    expect(decodeBlock(context(fork), root("70"), fromSsz)).toEqual(
      decodeBlock(context(fork), root("70"), fromJson),
    );
    const { execution } = decodeBlock(context(fork), root("70"), fromSsz);
    if (execution !== null)
      expect(execution).toMatchObject({
        ...{ transaction_count: 4, transaction_type_counts: [1, 1, 0, 1, 0] },
        ...{ gas_used: payload.gas_used, base_fee_per_gas: payload.base_fee_per_gas },
        ...("blob_gas_used" in execution ? { blob_gas_used: "131072" } : {}),
      });
    expect(fromSsz.body.voluntary_exits[0]?.message.validator_index).toBe("9");
    await expect(deserializeBlock(fork, bytes.subarray(0, 90))).rejects.toMatchObject({ code: "bad_ssz" });
  });
});

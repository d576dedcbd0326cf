/** Recordings of real nodes through the listener, the bus and the worker, against plain arithmetic on the raw files. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CompletedNode, startCompletedNode } from "./support/completedNode.ts";
import { ingest, openPipeline, openWarehouse } from "./support/ethPipeline.ts";
import {
  describeRecordings,
  ethereumRecordings,
  filesMatching,
  readJson,
  readLines,
} from "./support/sharedData.ts";
import type { TestWarehouse } from "./support/warehouse.ts";

type CommitteeLine = {
  status: number;
  response: { data: { index: string; slot: string; validators: string[] }[] };
};
type RawAttestation = {
  aggregation_bits: string;
  committee_bits?: string;
  data: { slot: string; index: string; beacon_block_root: string; target: { epoch: string; root: string } };
};
type BlockLine = { block_slot: number; status: number; response: { data: RawAttestation[] } };
type HeaderLine = {
  status: number;
  response: {
    data: { root: string; canonical: boolean; header: { message: { slot: string; parent_root: string } } };
  };
};

/** Bits of 0x-hex bytes, lowest first, one character each. */
function bitsOf(hex: string): boolean[] {
  const bits: boolean[] = [];
  for (let i = 2; i < hex.length; i += 2) {
    const byte = Number.parseInt(hex.slice(i, i + 2), 16);
    for (let bit = 0; bit < 8; bit++) bits.push(Math.floor(byte / 2 ** bit) % 2 === 1);
  }
  return bits;
}

type Vote = { delay: number; count: number; heads: Set<string>; targets: Set<string> };

/** The facts of a folder itself: the owner of each recorded slot's duty, and the votes in recorded blocks. */
function readFolder(folder: string) {
  const committees = new Map<number, string[][]>();
  for (const { status, response } of readLines<CommitteeLine>(folder, "committees.jsonl")) {
    if (status !== 200) continue;
    for (const row of response.data) {
      const slot = Number(row.slot);
      const own = committees.get(slot) ?? [];
      own[Number(row.index)] = row.validators;
      committees.set(slot, own);
    }
  }
  const votes = new Map<string, Vote>();
  for (const line of readLines<BlockLine>(folder, "block_attestations.jsonl")) {
    if (line.status !== 200) continue;
    for (const { aggregation_bits, committee_bits, data } of line.response.data) {
      const slot = Number(data.slot);
      const own = committees.get(slot);
      if (own === undefined) continue;
      const listed =
        committee_bits === undefined
          ? [Number(data.index)]
          : bitsOf(committee_bits).flatMap((isSet, index) => (isSet ? [index] : []));
      const members = listed.flatMap((index) => own[index] ?? []);
      const bits = bitsOf(aggregation_bits);
      expect(bits.lastIndexOf(true)).toBe(members.length);
      for (const [position, validator] of members.entries()) {
        if (bits[position] !== true) continue;
        const key = `${slot}/${validator}`;
        const delay = Number(line.block_slot) - slot;
        const vote = votes.get(key) ?? { delay, count: 0, heads: new Set(), targets: new Set() };
        vote.delay = Math.min(vote.delay, delay);
        vote.count += 1;
        vote.heads.add(data.beacon_block_root);
        vote.targets.add(data.target.root);
        votes.set(key, vote);
      }
    }
  }
  const rootAt = new Map<number, string>();
  const headerLines = existsSync(join(folder, "headers.jsonl"))
    ? readLines<HeaderLine>(folder, "headers.jsonl")
    : [];
  for (const { status, response } of headerLines) {
    if (status === 200 && response.data.canonical)
      rootAt.set(Number(response.data.header.message.slot), response.data.root);
  }
  const duties = [...committees].flatMap(([slot, rows]) =>
    rows.flat().map((validator) => ({ slot, validator, vote: votes.get(`${slot}/${validator}`) })),
  );
  return { committees, duties, rootAt };
}

type DutyRow = {
  slot: number;
  validator: number;
  has_duty: number;
  is_attested: number;
  inclusion_delay: number;
  inclusion_count: number;
  is_target_correct: number;
  is_head_correct: number;
};

const recordedRange = {
  slots: { from: 7_687_981, to: 7_688_027 },
  duties: 2616,
  attested: 2612,
  absent: [1979, 1985],
};

function hasKnownSlots(committees: ReadonlyMap<number, unknown>): boolean {
  const slots = [...committees.keys()];
  return Math.min(...slots) === recordedRange.slots.from && Math.max(...slots) === recordedRange.slots.to;
}

const folders = ethereumRecordings(/^committees\.jsonl$/).filter((folder) =>
  existsSync(join(folder, "block_attestations.jsonl")),
);

describeRecordings("recordings", folders, () => {
  it("each have duties and votes", () => {
    for (const folder of folders) {
      const { duties } = readFolder(folder);
      expect([folder, duties.length > 0, duties.some(({ vote }) => vote !== undefined)]).toEqual([
        folder,
        true,
        true,
      ]);
    }
    // Elsewhere SHARED_DATA names other recordings.
    if (process.env.SHARED_DATA === undefined)
      expect(folders.some((folder) => hasKnownSlots(readFolder(folder).committees))).toBe(true);
  });

  describe.each(folders.map((folder) => ({ name: basename(folder), folder })))("$name", ({ folder }) => {
    const raw = readFolder(folder);
    const isKnown = hasKnownSlots(raw.committees);
    let node: CompletedNode;
    let warehouse: TestWarehouse;
    let network: string;
    let rows: DutyRow[];

    beforeAll(async () => {
      node = await startCompletedNode(folder);
      warehouse = await openWarehouse();
      const pipeline = await openPipeline(warehouse.store);
      for (const run of node.runs)
        network = await ingest(node.url, warehouse.store, pipeline, run, { smallRegistry: 1_000_000 });
      await pipeline.stop();
      rows = await warehouse.store.rows<DutyRow>(
        `select committees.slot as slot, committees.validator as validator, has_duty, is_attested, inclusion_delay, inclusion_count,
          is_target_correct, is_head_correct
        from (
          select slot, epoch, arrayJoin(validator_indices) as validator
          from raw_eth_committee final
          where network = {network:String} and slot in {slots:Array(UInt32)}
        ) as committees
        inner join (select *, has_duty, is_attested, is_target_correct, is_head_correct from fct_eth_validator_duty_epoch final) as duties
          on committees.epoch = duties.epoch and committees.validator = duties.validator_index
        where duties.network = {network:String}
        order by slot, validator`,
        { network, slots: [...raw.committees.keys()] },
      );
    });
    afterAll(async () => {
      await warehouse.close();
      await node.close();
    });

    const expected = () =>
      raw.duties
        .map(({ slot, validator, vote }) => ({ slot, validator: Number(validator), vote }))
        .sort((a, b) => a.slot - b.slot || a.validator - b.validator);

    it("every recorded duty has a row, attested or missed according to the bits", () => {
      expect(
        rows.map((row) => ({ ...row, is_target_correct: undefined, is_head_correct: undefined })),
      ).toEqual(
        expected().map(({ slot, validator, vote }) => ({
          slot,
          validator,
          has_duty: 1,
          is_attested: vote === undefined ? 0 : 1,
          inclusion_delay: vote?.delay ?? 0,
          inclusion_count: vote?.count ?? 0,
          is_target_correct: undefined,
          is_head_correct: undefined,
        })),
      );
    });

    it("heads and targets are right where headers are recorded", () => {
      const slots = node.recording.slotsPerEpoch;
      let judged = 0;
      for (const [i, { slot, vote }] of expected().entries()) {
        const head = raw.rootAt.get(slot);
        const target = raw.rootAt.get(slot - (slot % slots));
        if (head !== undefined) expect(rows[i]?.is_head_correct).toBe(vote?.heads.has(head) ? 1 : 0);
        if (target !== undefined) expect(rows[i]?.is_target_correct).toBe(vote?.targets.has(target) ? 1 : 0);
        judged += (head === undefined ? 0 : 1) + (target === undefined ? 0 : 1);
      }
      if (isKnown) expect(judged).toBeGreaterThan(3_000);
    });

    it("a validator missed its duty if and only if the recorded liveness calls it absent", () => {
      const slots = node.recording.slotsPerEpoch;
      const files = filesMatching(folder, /^validator_liveness_(\d+)\.json$/);
      for (const { file, number: epoch } of files) {
        const { data } = readJson<{ data: { index: string; is_live: boolean }[] }>(folder, file);
        const isLive = new Map(data.map((row) => [Number(row.index), row.is_live]));
        const own = rows.filter((row) => Math.floor(row.slot / slots) === epoch && isLive.has(row.validator));
        // A vote that no recorded block includes may have come later: only an attested duty proves presence.
        for (const row of own)
          if (row.is_attested === 1)
            expect([row.validator, isLive.get(row.validator)]).toEqual([row.validator, true]);
        const dead = own.filter((row) => isLive.get(row.validator) === false);
        expect(dead.map((row) => row.is_attested)).toEqual(dead.map(() => 0));
      }
    });

    it("totals: nothing but the recorded duties is attested", async () => {
      const [totals] = await warehouse.store.rows<{ attested: string }>(
        "select sum(attested_count) as attested from int_eth_epoch final where network = {network:String}",
        { network },
      );
      expect(Number(totals?.attested)).toBe(raw.duties.filter(({ vote }) => vote !== undefined).length);
    });

    it.runIf(isKnown)("the known result: 2,616 duties, 2,612 attested, 1979 and 1985 absent", () => {
      expect(rows.length).toBe(recordedRange.duties);
      expect(rows.filter((row) => row.is_attested === 1).length).toBe(recordedRange.attested);
      const absent = (indices: readonly number[]) => [...new Set(indices)].sort((a, b) => a - b);
      expect(absent(rows.filter((row) => row.is_attested === 0).map((row) => row.validator))).toEqual(
        recordedRange.absent,
      );
      const files = filesMatching(folder, /^validator_liveness_(\d+)\.json$/);
      expect(files.length).toBeGreaterThan(0);
      const active = new Set(rows.map((row) => row.validator));
      for (const { file } of files) {
        const { data } = readJson<{ data: { index: string; is_live: boolean }[] }>(folder, file);
        const dead = data.filter((row) => !row.is_live).map((row) => Number(row.index));
        expect(absent(dead.filter((index) => active.has(index)))).toEqual(recordedRange.absent);
      }
    });
  });
});

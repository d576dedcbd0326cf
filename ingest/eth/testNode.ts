/**
 * A hand-made beacon node for tests: a tiny chain of 4 slots per epoch, answers computed from slot numbers, and a hook
 * that may replace any answer. The generated chain of fixtures/eth is for the end-to-end tests.
 */
import http from "node:http";
import type { AddressInfo } from "node:net";

const slotsPerEpoch = 4;

export const rootOf = (slot: number, branch = 0): string =>
  `0x${branch.toString(16).padStart(2, "0")}${(slot + 1).toString(16).padStart(62, "0")}`;
const hash = (text: string): string => `0x${Buffer.from(text.padEnd(32, ".")).toString("hex").slice(0, 64)}`;
const far = "18446744073709551615";

export type TestChain = {
  validators: number;
  missed: Set<number>;
  finalizedEpoch: number;
  headSlot: number;
  genesisTime: number;
  genesisValidatorsRoot: string;
  /** Effective balance of a validator at an epoch. */
  effective: (index: number, epoch: number) => number;
  spec: Record<string, string>;
};

export function createTestChain(options: Partial<TestChain> = {}): TestChain {
  return {
    validators: 16,
    missed: new Set(),
    finalizedEpoch: 5,
    headSlot: 31,
    genesisTime: 1_600_000_000,
    genesisValidatorsRoot: hash("genesis"),
    effective: () => 32e9,
    spec: {
      CONFIG_NAME: "Tiny",
      PRESET_BASE: "minimal",
      SLOTS_PER_EPOCH: String(slotsPerEpoch),
      SECONDS_PER_SLOT: "12",
      ALTAIR_FORK_EPOCH: "0",
      BELLATRIX_FORK_EPOCH: "0",
      CAPELLA_FORK_EPOCH: "0",
      DENEB_FORK_EPOCH: "0",
      ELECTRA_FORK_EPOCH: "0",
      FULU_FORK_EPOCH: far,
      EPOCHS_PER_SYNC_COMMITTEE_PERIOD: "8",
    },
    ...options,
  };
}

const proposerOf = (slot: number): number => (slot * 7) % 16;

function parentOf(chain: TestChain, slot: number): string {
  for (let before = slot - 1; before >= 0; before -= 1) if (!chain.missed.has(before)) return rootOf(before);
  return hash("");
}

function header(chain: TestChain, slot: number): object {
  return {
    root: rootOf(slot),
    canonical: true,
    header: {
      message: {
        slot: String(slot),
        proposer_index: String(proposerOf(slot)),
        parent_root: parentOf(chain, slot),
        state_root: hash("state"),
        body_root: hash("body"),
      },
      signature: "0x00",
    },
  };
}

export function blockOf(chain: TestChain, slot: number): Record<string, unknown> {
  return {
    slot: String(slot),
    proposer_index: String(proposerOf(slot)),
    parent_root: parentOf(chain, slot),
    state_root: hash("state"),
    body: {
      graffiti: hash("graffiti"),
      proposer_slashings: [],
      attester_slashings: [],
      attestations:
        slot === 0
          ? []
          : [
              {
                aggregation_bits: "0x1f",
                committee_bits: "0x0100000000000000",
                data: {
                  slot: String(slot - 1),
                  index: "0",
                  beacon_block_root: rootOf(slot - 1),
                  source: { epoch: "0", root: hash("source") },
                  target: { epoch: String(Math.floor((slot - 1) / slotsPerEpoch)), root: hash("target") },
                },
                signature: "0x00",
              },
            ],
      deposits: [],
      voluntary_exits: [],
      sync_aggregate: { sync_committee_bits: "0xffffffff", sync_committee_signature: "0x00" },
      execution_payload: {
        block_number: String(1000 + slot),
        block_hash: hash(`payload ${slot}`),
        fee_recipient: `0x${"ab".repeat(20)}`,
        transactions: ["0x01", "0x02"],
        withdrawals: [],
      },
      bls_to_execution_changes: [],
      blob_kzg_commitments: [],
      execution_requests: { deposits: [], withdrawals: [], consolidations: [] },
    },
  };
}

function validator(chain: TestChain, index: number, epoch: number): object {
  const effective = chain.effective(index, epoch);
  return {
    index: String(index),
    balance: String(effective),
    status: "active_ongoing",
    validator: {
      pubkey: `0x${index.toString(16).padStart(96, "0")}`,
      withdrawal_credentials: `0x01${index.toString(16).padStart(62, "0")}`,
      effective_balance: String(effective),
      slashed: false,
      activation_eligibility_epoch: "0",
      activation_epoch: "0",
      exit_epoch: far,
      withdrawable_epoch: far,
    },
  };
}

const range = (length: number) => Array.from({ length }, (_, index) => index);

/** The correct answer, or undefined for 404. */
function answerOf(chain: TestChain, path: string, body: string): unknown {
  const url = new URL(path, "http://node");
  const parts = url.pathname.split("/").slice(1);
  const wrap = (data: unknown) => ({ execution_optimistic: false, finalized: true, data });
  const asSlot = (id = "") => {
    if (id === "head") return chain.headSlot;
    if (id.startsWith("0x")) return Number.parseInt(id.slice(4), 16) - 1;
    return Number(id);
  };
  const hasBlock = (slot: number) => slot >= 0 && slot <= chain.headSlot && !chain.missed.has(slot);
  const what = parts.slice(1).join("/");
  if (what === "v1/beacon/genesis") {
    return wrap({
      genesis_time: String(chain.genesisTime),
      genesis_validators_root: chain.genesisValidatorsRoot,
      genesis_fork_version: "0x00000000",
    });
  }
  if (what === "v1/config/spec") return wrap({ ...chain.spec, BLOB_SCHEDULE: [] });
  if (what.startsWith("v1/beacon/headers")) {
    if (url.searchParams.has("slot")) {
      const slot = Number(url.searchParams.get("slot"));
      return wrap(hasBlock(slot) ? [header(chain, slot)] : []);
    }
    const slot = asSlot(parts[4]);
    return hasBlock(slot) ? wrap(header(chain, slot)) : undefined;
  }
  if (what.startsWith("v2/beacon/blocks/")) {
    const slot = asSlot(parts[4]);
    return hasBlock(slot)
      ? { version: "electra", ...wrap({ message: blockOf(chain, slot), signature: "0x00" }) }
      : undefined;
  }
  if (/^v[12]\/validator\/duties\/proposer/.test(what)) {
    const first = Number(parts[5]) * slotsPerEpoch;
    return wrap(
      range(slotsPerEpoch).map((offset) => ({
        pubkey: "0x00",
        validator_index: String(proposerOf(first + offset)),
        slot: String(first + offset),
      })),
    );
  }
  if (what.startsWith("v1/beacon/states/")) {
    const slot = asSlot(parts[4]);
    const epoch = Math.floor(slot / slotsPerEpoch);
    switch (parts[5]) {
      case "finality_checkpoints": {
        const final = parts[4] === "head" ? chain.finalizedEpoch : Math.max(0, epoch - 2);
        let atSlot = final * slotsPerEpoch;
        while (chain.missed.has(atSlot)) atSlot -= 1;
        return wrap({ finalized: { epoch: String(final), root: rootOf(atSlot) } });
      }
      case "committees": {
        const perSlot = chain.validators / slotsPerEpoch;
        return wrap(
          range(slotsPerEpoch).map((offset) => ({
            index: "0",
            slot: String(epoch * slotsPerEpoch + offset),
            validators: range(perSlot).map((member) => String(offset + member * slotsPerEpoch)),
          })),
        );
      }
      case "sync_committees":
        return wrap({ validators: range(32).map((seat) => String(seat % 8)), validator_aggregates: [] });
      case "validators": {
        const ids = body === "" ? undefined : (JSON.parse(body) as { ids: string[] }).ids;
        const indices = ids?.map((id) => (id.startsWith("0x") ? Number.parseInt(id, 16) : Number(id)));
        return wrap((indices ?? range(chain.validators)).map((index) => validator(chain, index, epoch)));
      }
      case "validator_balances":
        return wrap(
          range(chain.validators).map((index) => ({
            index: String(index),
            balance: String(chain.effective(index, epoch)),
          })),
        );
      case "pending_deposits":
      case "pending_consolidations":
        return wrap([]);
    }
  }
  return undefined;
}

type TestReply =
  | {
      status?: number;
      headers?: Record<string, string>;
      body?: string | Buffer;
      breakAfter?: number;
      /** Leaves the answer open after its body. */
      isStream?: boolean;
      hang?: boolean;
    }
  | undefined;

export type TestNode = {
  url: string;
  chain: TestChain;
  requests: string[];
  /** Replaces answers; undefined leaves the correct one. */
  intercept: (path: string, count: number) => TestReply;
  close(): Promise<void>;
};

/** Starts the node on a free port of the loopback interface. */
export async function startTestNode(chain: TestChain = createTestChain()): Promise<TestNode> {
  const counts = new Map<string, number>();
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    const path = request.url ?? "/";
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    node.requests.push(path);
    const reply = node.intercept(path, count);
    if (reply?.hang === true) return;
    const right = reply?.body === undefined && reply?.status === undefined ? answerOf(chain, path, body) : "";
    const status = reply?.status ?? (right === undefined ? 404 : 200);
    const text = Buffer.from(
      reply?.body ?? (right === undefined || right === "" ? "" : JSON.stringify(right)),
    );
    response.writeHead(status, { "content-type": "application/json", ...reply?.headers });
    if (reply?.breakAfter !== undefined) {
      response.write(text.subarray(0, reply.breakAfter), () => response.destroy());
      return;
    }
    if (reply?.isStream === true) response.write(text);
    else response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const node: TestNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chain,
    requests: [],
    intercept: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}

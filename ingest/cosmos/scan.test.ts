import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { delegatorAddress, validatorIdentity } from "../../fixtures/cosmos/addresses.ts";
import { resultsAnswer } from "../../fixtures/cosmos/answers.ts";
import { createMainnetSizeView } from "../../fixtures/cosmos/mainnetSize.ts";
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import { errorMessage } from "../../lib/errors.ts";
import { babylonChain, type CosmosChain, celestiaChain, cosmosChains } from "../../schemas/cosmos/chains.ts";
import { mutated, mutationOf } from "../../test/support/mutatedJson.ts";
import { fc } from "../../test/support/properties.ts";
import { describeRecordings, recordingsIn } from "../../test/support/sharedData.ts";
import { readResult } from "./api/rpc.ts";
import { decodeBlockResults, type RawBlockResults, type RawEvent } from "./decode.ts";
import { scanBlockResults } from "./scan.ts";

/** The outcome for results: their height, and the rewards or the error. */
function outcome(chain: CosmosChain, results: RawBlockResults) {
  try {
    return { height: String(results.height), events: decodeBlockResults(chain, results) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

/** Whether the scanner answered; if so, its result must equal JSON.parse's. */
function agrees(chain: CosmosChain, bytes: Buffer): boolean {
  const scanned = scanBlockResults(bytes);
  if (scanned === undefined) return false;
  const parsed = readResult("block_results", 200, bytes);
  expect(outcome(chain, scanned)).toEqual(outcome(chain, parsed));
  return true;
}

const envelope = (result: unknown) => ({ jsonrpc: "2.0", id: 7, result });
const body = (result: unknown, indent?: number) =>
  Buffer.from(JSON.stringify(envelope(result), null, indent));

const histories = cosmosChains.map((chain) => ({
  chain,
  history: createCosmosHistory({
    chain,
    seed: 4,
    chainId: chain.mainNetwork,
    blocks: 40,
    validators: 5,
    secondsPerBlock: 9_000,
  }),
}));

/** Answers of the generated nodes in all forms. */
const answers = histories.flatMap(({ chain, history }) =>
  Array.from({ length: 40 }, (_, i) => history.block(i + 1)).flatMap((block) =>
    block === undefined
      ? []
      : (["plain", "base64"] as const).map((encoding) => ({
          chain,
          encoding,
          result: resultsAnswer(history, block, encoding),
        })),
  ),
);

describe("normal answers are scanned, with what JSON.parse makes of them", () => {
  it("of generated nodes", () => {
    expect(answers).toHaveLength(40 * 2 * cosmosChains.length);
    for (const { chain, result } of answers) expect(agrees(chain, body(result))).toBe(true);
  });

  it("of the size of mainnet", () => {
    const bytes = createMainnetSizeView(celestiaChain, 3).serializedResults?.(2, 1) ?? Buffer.alloc(0);
    expect(agrees(celestiaChain, bytes)).toBe(true);
    expect(decodeBlockResults(celestiaChain, scanBlockResults(bytes) ?? {})).toHaveLength(200);
  });

  const recorded = recordingsIn("celestia/celenium/results_8880520.json");
  describeRecordings("of a real node", [recorded], () => {
    it("give every event of a recorded block", () => {
      const bytes = body(JSON.parse(readFileSync(recorded, "utf8")));
      expect(agrees(celestiaChain, bytes)).toBe(true);
      const kinds = decodeBlockResults(celestiaChain, scanBlockResults(bytes) ?? {}).map(({ kind }) => kind);
      const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length;
      expect(["rewards", "commission", "withdraw_rewards"].map(count)).toEqual([100, 100, 60]);
    });
  });
});

const { validator, account } = validatorIdentity(babylonChain, 0);
const text = fc.oneof(
  fc.constantFrom("12ubbn", "1.5ubbn,2ibc/AB", "x", "", validator, account, "0", '"late"', '""'),
  fc.constantFrom(delegatorAddress(babylonChain, 1), "distribution", "é\u0007", 'a "b" \\c', "\ufeff1ubbn"),
);
const type = fc.constantFrom(
  ...["rewards", "commission", "withdraw_rewards", "withdraw_commission", "message", "delegate", "transfer"],
  "babylon.epoching.v1.EventHandleQueuedMsg",
);
const key = fc.constantFrom(
  "amount",
  "validator",
  "sender",
  "module",
  "action",
  "msg_index",
  "error",
  "mode",
);
const attribute = fc.record(
  { key, value: fc.option(text, { freq: 6 }), index: fc.constantFrom(true, false) },
  { requiredKeys: ["key", "value"] },
);
const event: fc.Arbitrary<RawEvent> = fc
  .record({ type, attributes: fc.array(attribute, { maxLength: 5 }), isEncoded: fc.boolean() })
  .map(({ type, attributes, isEncoded }) => {
    const write = (value: string) => (isEncoded ? Buffer.from(value).toString("base64") : value);
    return {
      type,
      attributes: attributes.map((entry) => ({
        ...entry,
        key: write(entry.key),
        value: entry.value === null ? null : write(entry.value),
      })),
    };
  });
const events = fc.option(fc.array(event, { maxLength: 6 }), { freq: 5 });
const results = fc.record(
  {
    height: fc.nat().map(String),
    txs_results: fc.option(
      fc.array(fc.record({ code: fc.constantFrom(0, 0, 0, 5), data: text, events }, { requiredKeys: [] }), {
        maxLength: 3,
      }),
      { freq: 5 },
    ),
    finalize_block_events: events,
    begin_block_events: events,
    end_block_events: events,
    app_hash: text,
  },
  { requiredKeys: ["height"] },
);

describe("generated input", () => {
  it("any events are scanned, in any order of the fields around them", () => {
    fc.assert(
      fc.property(results, fc.nat(9), (answer, turn) => {
        const fields = Object.entries(answer);
        const turned = [...fields.slice(turn % fields.length), ...fields.slice(0, turn % fields.length)];
        const written = JSON.stringify(answer);
        const hasEscapes = /\\/.test(written);
        const isScanned = agrees(babylonChain, body(Object.fromEntries(turned)));
        expect(isScanned || hasEscapes).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  /** Pieces that may change the meaning of an answer. */
  const pieces = [
    "1e9",
    "x",
    "é",
    ...['"type":"rewards",', '"height":"3",', '"error":{},', '"result":{},', '"events":[],', '"code":1,'],
    ...['"key":"amount",', '"value":"9ubbn",', '"attributes":[],', '"finalize_block_events":[],', "\\u0061"],
    ...['"amount"', '"validator"', '"commission"', "{},", "[],", "withdraw_", '"__proto__":{},', "\ufeff"],
  ];
  const mutation = mutationOf(pieces);
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 2 });

  it("an answer that was changed is read as JSON.parse reads it, or not scanned", () => {
    let scanned = 0;
    fc.assert(
      fc.property(results, mutations, (answer, changes) => {
        if (agrees(babylonChain, changes.reduce(mutated, body(answer)))) scanned += 1;
      }),
      { numRuns: 6_000 },
    );
    // Both paths are covered.
    expect(scanned).toBeGreaterThan(500);
    expect(scanned).toBeLessThan(5_500);
  });

  it("pieces at the places between values", () => {
    const [answer] = fc.sample(results, { numRuns: 1, seed: 3 });
    const whole = body({
      ...answer,
      txs_results: [{ code: 0, events: [{ type: "withdraw_rewards", attributes: [] }] }],
      finalize_block_events: [
        {
          type: "rewards",
          attributes: [
            { key: "validator", value: validator },
            { key: "amount", value: "3ubbn" },
          ],
        },
        {
          type: "commission",
          attributes: [
            { key: "amount", value: null },
            { key: "validator", value: validator },
          ],
        },
        { type: "message", attributes: [{ key: "sender", value: account, index: true }] },
      ],
    });
    for (let at = 0; at <= whole.length; at += 1)
      for (const piece of pieces)
        for (const removed of [0, 1]) agrees(babylonChain, mutated(whole, { at, removed, piece }));
  });

  it("every truncation is left to JSON.parse", () => {
    for (const { result } of answers.filter((_, i) => i % 37 === 0)) {
      const whole = body(result);
      for (let length = 0; length < whole.length; length += 1)
        expect(scanBlockResults(whole.subarray(0, length))).toBeUndefined();
    }
  });
});

describe("left to JSON.parse", () => {
  const event = '{"type":"rewards","attributes":[{"key":"amount","value":"1utia","index":true}]}';
  const whole = `{"jsonrpc":"2.0","id":1,"result":{"height":"5","txs_results":[{"code":0,"events":[${event}]}],"finalize_block_events":[${event}]}}`;
  it("is nothing of a plain answer", () => {
    expect(scanBlockResults(Buffer.from(whole))).toMatchObject({ height: "5" });
  });
  it.each<[string, string, string]>([
    ["an error", '"result"', '"error":{"code":1},"result"'],
    ["no result", '"result"', '"results"'],
    ["two results", '"result"', '"result":{},"result"'],
    ["a height that is a number", '"5"', "5"],
    ["a height with an escape", '"5"', '"\\u0035"'],
    ["two heights", '"height"', '"height":"4","height"'],
    ["two lists", '"finalize_block_events"', '"finalize_block_events":[],"finalize_block_events"'],
    ["a list that is an object", '"finalize_block_events":[', '"finalize_block_events":{},"x":['],
    ["a transaction that is none", "[{", "[null,{"],
    ["a code that is a text", '"code":0', '"code":"0"'],
    ["two codes", '"code":0', '"code":0,"code":5'],
    ["a type with an escape", "rewards", "reward\\u0073"],
    ["another type after the attributes", "}]}]}]", '}],"type":"commission"}]}]'],
    ["fields in another order", '"type":"rewards",', ""],
    ["a key with an escape", "amount", "amoun\\u0074"],
    ["a value with an escape", "1utia", "1uti\\u0061"],
    ["a value that is a number", '"1utia"', "1"],
    ["no value", ',"value":"1utia"', ""],
    ["another value after", '"index":true', '"index":true,"value":"2utia"'],
    ["no attributes", '[{"key":"amount","value":"1utia","index":true}]', "null"],
    ["a control character", "rewards", "reward\u0001"],
    ["an unknown escape", '"2.0"', '"2\\x0"'],
    ["a number that is none", '"id":1', '"id":01'],
    ["white space before", '{"jsonrpc"', '{ "jsonrpc"'],
    ["white space in an event", '"type":', '"type": '],
    ["text after", "}]}}", "}]}}x"],
    ["a mark before", '{"jsonrpc"', '\ufeff{"jsonrpc"'],
  ])("%s", (_, wanted, replacement) => {
    expect(whole).toContain(wanted);
    expect(scanBlockResults(Buffer.from(whole.replace(wanted, replacement)))).toBeUndefined();
  });
});

import { MsgExec } from "cosmjs-types/cosmos/authz/v1beta1/tx";
import { MsgWithdrawValidatorCommission } from "cosmjs-types/cosmos/distribution/v1beta1/tx";
import { TxBody, TxRaw } from "cosmjs-types/cosmos/tx/v1beta1/tx";
import { Any } from "cosmjs-types/google/protobuf/any";
import { describe, expect, it } from "vitest";
import { delegatorAddress, validatorIdentity } from "../../fixtures/cosmos/addresses.ts";
import { babylonChain, celestiaChain } from "../../schemas/cosmos/chains.ts";
import { decodeBlockResults, needsTransactions, type RawEvent, splitCoins } from "./decode.ts";

const { validator, account } = validatorIdentity(celestiaChain, 0);

function event(type: string, attributes: Record<string, string | null>): RawEvent {
  return { type, attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) };
}

function inBase64({ type, attributes }: RawEvent): RawEvent {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  return {
    type,
    attributes: (attributes ?? []).map(({ key, value }) => ({
      key: encode(key),
      value: value ? encode(value) : null,
    })),
  };
}

describe("splitCoins", () => {
  it.each([
    ["", "0", ""],
    ["12utia", "12", ""],
    ["27861.124516158099848449utia", "27861.124516158099848449", ""],
    ["5ibc/0A", "0", "5ibc/0A"],
    ["1.5utia,2ibc/AB", "1.5", "2ibc/AB"],
    ["7factory/celestia1x/utia", "0", "7factory/celestia1x/utia"],
    ["1utia,2utia", "3.000000000000000000", ""],
  ])("%s", (text, amount, others) => {
    expect(splitCoins(text, "utia")).toEqual({ amount, others });
  });

  it.each(["utia", "-1utia", "1.utia", "1.0000000000000000001utia", "1utia;2utia"])("refuses %s", (text) => {
    expect(() => splitCoins(text, "utia")).toThrow(/no list of coins/);
  });
});

describe("decodeBlockResults", () => {
  const reward = event("rewards", { amount: "10.5utia", validator, mode: "BeginBlock" });
  const commission = event("commission", { amount: "1.05utia", validator });
  const expected = [
    { kind: "rewards", eventIndex: 0, amount: "10.5", section: "finalize", transactionIndex: 0 },
    { kind: "commission", eventIndex: 1, amount: "1.05" },
  ];

  it("reads what newer and older nodes write alike, under the same keys", () => {
    const [old, older] = [inBase64(reward), inBase64(commission)];
    const forms = [
      { finalize_block_events: [reward, commission] },
      { begin_block_events: [reward], end_block_events: [commission] },
      { begin_block_events: [old], end_block_events: [older], finalize_block_events: null },
    ];
    const decoded = forms.map((raw) => decodeBlockResults(celestiaChain, raw));
    expect(decoded[0]).toMatchObject(expected);
    expect(decoded[1]).toEqual(decoded[0]);
    expect(decoded[2]).toEqual(decoded[0]);
  });

  it("takes an empty or missing amount as zero", () => {
    const raw = {
      finalize_block_events: [
        event("rewards", { amount: "", validator }),
        event("rewards", { amount: null, validator }),
        { type: "rewards", attributes: [{ key: "validator", value: validator }, { key: "amount" }] },
        { type: "rewards", attributes: null },
      ],
    };
    expect(decodeBlockResults(celestiaChain, raw).map(({ amount }) => amount)).toEqual(["0", "0", "0"]);
  });

  it("leaves out events of other modules and failed transactions", () => {
    const raw = {
      finalize_block_events: [event("rewards", { amount: "1utia", validator: account })],
      txs_results: [{ code: 5, events: [event("withdraw_rewards", { amount: "1utia", validator })] }, {}],
    };
    expect(decodeBlockResults(celestiaChain, raw)).toEqual([]);
  });

  describe("withdraw_commission", () => {
    const other = delegatorAddress(celestiaChain, 1);
    const own = { module: "distribution", sender: account };
    const withdrawn = (more: Record<string, string> = {}) =>
      event("withdraw_commission", { amount: "9utia", ...more });
    const index = (msg_index: string) => ({ msg_index });
    it.each<[string, RawEvent[]]>([
      [
        "of SDK 0.50: the message's first event, the transfer's later one names the module",
        [
          event("message", { module: "bank", sender: other, ...index("0") }),
          event("message", { ...own, ...index("1") }),
          event("message", { sender: other, ...index("1") }),
          withdrawn(index("1")),
        ],
      ],
      [
        "of older versions: the event after it",
        [event("message", { sender: other }), withdrawn(), event("message", own)],
      ],
      [
        "named by the operator itself",
        [withdrawn(), event("message", { module: "distribution", sender: validator })],
      ],
      ["without a module", [event("message", { sender: account, ...index("0") }), withdrawn(index("0"))]],
    ])("%s", (_, events) => {
      const decoded = decodeBlockResults(celestiaChain, { txs_results: [{ events }] });
      expect(decoded).toMatchObject([
        { kind: "withdraw_commission", validator, amount: "9", section: "transaction" },
      ]);
    });
  });

  describe("withdraw_commission that one runs for another", () => {
    const grantee = validatorIdentity(celestiaChain, 1).account;
    const index = { msg_index: "0", authz_msg_index: "0" };
    const events = [
      event("message", {
        action: "/cosmos.authz.v1beta1.MsgExec",
        sender: grantee,
        module: "authz",
        msg_index: "0",
      }),
      event("withdraw_commission", { amount: "9utia", ...index }),
    ];
    const withdrawal = Any.fromPartial({
      typeUrl: "/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission",
      value: MsgWithdrawValidatorCommission.encode({ validatorAddress: validator }).finish(),
    });
    function transactionOf(messages: Any[]): Uint8Array {
      const bodyBytes = TxBody.encode(TxBody.fromPartial({ messages })).finish();
      return TxRaw.encode(TxRaw.fromPartial({ bodyBytes })).finish();
    }
    const execOf = (msgs: Any[]) =>
      Any.fromPartial({
        typeUrl: "/cosmos.authz.v1beta1.MsgExec",
        value: MsgExec.encode({ grantee, msgs }).finish(),
      });
    const raw = { txs_results: [{ events }] };

    it("is of the operator that the transaction names, not of who runs it", () => {
      expect(needsTransactions(raw)).toBe(true);
      for (const messages of [[execOf([withdrawal])], [execOf([execOf([withdrawal])])]]) {
        const decoded = decodeBlockResults(celestiaChain, raw, [transactionOf(messages)]);
        expect(decoded).toMatchObject([{ kind: "withdraw_commission", validator, amount: "9" }]);
      }
    });

    it("is unattributed where the messages contradict it", () => {
      const others = [transactionOf([]), transactionOf([execOf([withdrawal, withdrawal])]), Buffer.from("?")];
      for (const transaction of others)
        expect(decodeBlockResults(celestiaChain, raw, [transaction])).toEqual([]);
    });

    it("needs no transactions where there are none", () => {
      const own = [event("message", { sender: account }), event("withdraw_commission", { amount: "9utia" })];
      expect(needsTransactions({ txs_results: [{ events: own }, { code: 5, events }] })).toBe(false);
      expect(needsTransactions({ txs_results: null })).toBe(false);
    });
  });

  it("drops the events of a failed queued message, and nothing else", () => {
    const babylon = validatorIdentity(babylonChain, 0).validator;
    const withdrawal = (amount: number) =>
      event("withdraw_rewards", { amount: `${amount}ubbn`, validator: babylon });
    const outcome = (error: string) =>
      event("babylon.epoching.v1.EventHandleQueuedMsg", { epoch_number: '"3"', error });
    const raw = {
      finalize_block_events: [
        withdrawal(1),
        event("delegate", { validator: babylon }),
        outcome('""'),
        withdrawal(2),
        withdrawal(3),
        outcome('"insufficient funds"'),
        withdrawal(4),
        event("redelegate", {}),
      ],
    };
    const plain = decodeBlockResults(babylonChain, raw);
    expect(plain.map(({ amount }) => amount)).toEqual(["1", "4"]);
    const encoded = { begin_block_events: raw.finalize_block_events.map(inBase64) };
    expect(decodeBlockResults(babylonChain, encoded)).toEqual(plain);
  });
});

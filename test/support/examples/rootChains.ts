/** Questions about protocols on Ethereum: EigenLayer and Polygon. */
import { type ExampleCase, into } from "./example.ts";

/** Bytes of an address that repeats one digit. */
const bytes = (digit: string) => `unhex('${digit.repeat(40)}')`;
const address = (digit: string) => `0x${digit.repeat(40)}`;

export const eigenlayerExamples: Readonly<Record<string, ExampleCase>> = {
  slashing_adjusted_shares: {
    rows: [
      into(
        "fct_eigenlayer_staker_state_daily",
        "staker, strategy, day, operator, deposit_shares, total_shares",
        `'mainnet', ${bytes("1")}, ${bytes("a")}, '2026-03-01', ${bytes("9")}, 4000000000000000000, 4000000000000000000`,
        `'mainnet', ${bytes("1")}, ${bytes("a")}, '2026-03-02', ${bytes("9")}, 4000000000000000000, 3000000000000000000`,
        `'mainnet', ${bytes("2")}, ${bytes("a")}, '2026-03-01', ${bytes("9")}, 6000000000000000000, 6000000000000000000`,
        `'mainnet', ${bytes("3")}, ${bytes("a")}, '2026-03-01', ${bytes("0")}, 9000000000000000000, 9000000000000000000`,
      ),
    ],
    answer: [
      {
        operator: address("9"),
        strategy: address("a"),
        stakers: "2",
        deposited: 10,
        withdrawable: 9,
        slashed_part: 0.1,
      },
    ],
  },
  largest_operators: {
    rows: [
      into(
        "fct_eigenlayer_operator_state_daily",
        "operator, strategy, day, total_shares",
        `'mainnet', ${bytes("9")}, ${bytes("a")}, '2026-03-01', 100`,
        `'mainnet', ${bytes("9")}, ${bytes("a")}, '2026-03-05', 70`,
        `'mainnet', ${bytes("8")}, ${bytes("a")}, '2026-03-02', 80`,
        `'mainnet', ${bytes("7")}, ${bytes("a")}, '2026-03-02', 0`,
        `'mainnet', ${bytes("0")}, ${bytes("a")}, '2026-03-02', 900`,
      ),
    ],
    answer: [
      { strategy: address("a"), operator: address("8"), shares: "80" },
      { strategy: address("a"), operator: address("9"), shares: "70" },
    ],
  },
  slashings: {
    rows: [
      into(
        "raw_eigenlayer_magnitude",
        "operator, strategy, block, log_index, day, max_magnitude, version",
        `'mainnet', ${bytes("9")}, ${bytes("a")}, 5, 0, '2026-03-01', 1000000000000000000, 1`,
        `'mainnet', ${bytes("9")}, ${bytes("a")}, 6, 0, '2026-03-02', 900000000000000000, 1`,
      ),
    ],
    answer: [{ day: "2026-03-02", operator: address("9"), strategy: address("a"), left_part: 0.9 }],
  },
  differences: {
    rows: [
      into(
        "fct_eigenlayer_difference",
        "day, staker, strategy, told_total_shares, total_shares",
        `'mainnet', '2026-03-01', ${bytes("1")}, ${bytes("a")}, 99, 100`,
      ),
    ],
    answer: [{ day: "2026-03-01", staker: address("1"), strategy: address("a"), difference: "-1" }],
  },
  rewards_by_token: {
    rows: [
      into(
        "dim_eigenlayer_token",
        "token, symbol, decimals, version",
        `'mainnet', ${bytes("e")}, 'EIGEN', 18, 1`,
      ),
      into("raw_eigenlayer_disabled_root", "root_index", "'mainnet', 3"),
      into(
        "raw_eigenlayer_reward",
        "earner, token, snapshot, root_index, cumulative, before, version",
        `'mainnet', ${bytes("1")}, ${bytes("e")}, '2026-03-01', 2, 3000000000000000000, 1000000000000000000, 1`,
        `'mainnet', ${bytes("2")}, ${bytes("e")}, '2026-03-02', 2, 500000000000000000, 0, 1`,
        `'mainnet', ${bytes("2")}, ${bytes("e")}, '2026-03-02', 3, 900000000000000000, 0, 1`,
      ),
    ],
    answer: [
      { month: "2026-03-01", symbol: "EIGEN", token_address: address("e"), earners: "2", amount: 2.5 },
    ],
  },
};

export const polygonExamples: Readonly<Record<string, ExampleCase>> = {
  checkpoint_participation: {
    rows: [
      into(
        "fct_polygon_validator_daily",
        "validator, day, signing_duty_count, signed_count, missed_reward, is_complete",
        "'mainnet', 1, '2026-03-08', 50, 50, 0, 1",
        "'mainnet', 2, '2026-03-07', 50, 40, 1500000000000000000, 1",
        "'mainnet', 2, '2026-03-08', 50, 50, 0, 1",
        "'mainnet', 2, '2026-03-01', 50, 0, 1, 1",
        "'mainnet', 1, '2026-03-09', 50, 0, 1, 0",
      ),
    ],
    answer: [
      { validator: 2, duties: "100", signed: "90", participation: 0.9, missed_pol: 1.5 },
      { validator: 1, duties: "50", signed: "50", participation: 1, missed_pol: 0 },
    ],
  },
  rewards_by_validator: {
    rows: [
      into(
        "fct_polygon_validator_daily",
        "validator, day, signing_reward, delegator_reward, proposer_reward, commission_percent, is_complete",
        "'mainnet', 1, '2026-03-07', 10000000000000000000, 8000000000000000000, 1000000000000000000, 5, 1",
        "'mainnet', 1, '2026-03-08', 10000000000000000000, 7000000000000000000, 0, 10, 1",
      ),
    ],
    answer: [{ validator: 1, kept: 5, proposals: 1, passed_on: 15, commission_percent: 10 }],
  },
  missed_proposals: {
    rows: [
      into(
        "fct_polygon_validator_checkpoint",
        "validator, checkpoint, proposal_duty_count, proposed_count",
        "'mainnet', 1, 70000, 1, 0",
        "'mainnet', 1, 70050, 1, 1",
        "'mainnet', 2, 70001, 1, 1",
      ),
    ],
    answer: [{ validator: 1, duties: "2", missed: "1", last_missed: 70000 }],
  },
  residuals: {
    rows: [
      into(
        "fct_polygon_checkpoint",
        "checkpoint, day, reward, emission_residual, range_residual, reward_residual",
        "'mainnet', 70000, '2026-03-01', 100, 0, 0, 3",
        "'mainnet', 70001, '2026-03-01', 101, 1, 0, 3",
        "'mainnet', 70002, '2026-03-01', 101, null, 5, 3",
        "'mainnet', 70003, '2026-03-01', 101, null, null, 3",
      ),
    ],
    answer: [
      {
        checkpoint: 70002,
        day: "2026-03-01",
        reward: "101",
        emission_residual: null,
        range_residual: "5",
        reward_residual: "3",
      },
      {
        checkpoint: 70001,
        day: "2026-03-01",
        reward: "101",
        emission_residual: "1",
        range_residual: "0",
        reward_residual: "3",
      },
    ],
  },
};

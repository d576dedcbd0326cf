/** The columns of all lists. */
import { amount, count, date, percent, share, text, type Unit } from "../format/units.ts";
import type { ListedField, SortField } from "./describe.ts";

type Listed = { label: string; unit: (symbol: string) => Unit; sort?: SortField; about?: string };

export const listedColumns: Readonly<Record<ListedField, Listed>> = {
  status: { label: "Status", unit: () => text },
  stake: { label: "Stake", unit: amount, sort: "stake" },
  commission: { label: "Commission", unit: () => share },
  effectiveness: {
    label: "Effectiveness",
    unit: () => percent,
    sort: "effectiveness",
    about: "Mean over the days of the window",
  },
  rewards: { label: "Rewards", unit: amount, sort: "rewards", about: "Of the window, for all of its stake" },
  penalties: { label: "Penalties", unit: amount, about: "Of the window" },
  missedDuties: { label: "Missed duties", unit: () => count, about: "Of the window" },
  proposals: { label: "Proposals", unit: () => count, about: "Of the window" },
  lastDay: { label: "Last day", unit: () => date, about: "Of the window" },
};

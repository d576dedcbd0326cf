/** Rules of Solana's rating as data: those that change with an epoch, and those that are our own choice. */

export { intervalSlots, lateSlots, runSlots } from "../../schemas/solana/slots.ts";
export { timelyEpoch } from "../../schemas/solana/votes.ts";

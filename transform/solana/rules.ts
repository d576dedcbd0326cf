/** Rules of Solana's rating as data: what changes with an epoch, and what is our own choice. */

export { intervalSlots, lateSlots, runSlots } from "../../schemas/solana/slots.ts";
export { timelyEpoch } from "../../schemas/solana/votes.ts";

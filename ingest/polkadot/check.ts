/** Cross-checks of what storage says of an era. Pure; they throw SourceError. */
import { SourceError } from "../../lib/errors.ts";
import type { EraFacts } from "./decode.ts";

const nameOf = (account: Uint8Array) => `0x${Buffer.from(account).toString("hex")}`;

/**
 * The same facts.
 * @throws SourceError `inconsistent` unless there are validators, and each one's stake and nominators are those of its pages
 */
export function checkExposures(era: number, facts: EraFacts): EraFacts {
  const { validators, exposures, pointTotal } = facts;
  if (validators.length === 0 && pointTotal > 0)
    throw new SourceError(
      `era ${era}: validators have ${pointTotal} points, but none is listed with a stake`,
      {
        ...{ code: "inconsistent", meta: { era } },
      },
    );
  const totals = new Map<string, { stake: bigint; count: number; pages: number }>();
  for (const { account, stakes } of exposures) {
    const name = nameOf(account);
    const { stake, count, pages } = totals.get(name) ?? { stake: 0n, count: 0, pages: 0 };
    const own = stakes.reduce((sum, one) => sum + one, 0n);
    totals.set(name, { stake: stake + own, count: count + stakes.length, pages: pages + 1 });
  }
  for (const { account, totalStake, ownStake, nominatorCount, pageCount } of validators) {
    const { stake, count, pages } = totals.get(nameOf(account)) ?? { stake: 0n, count: 0, pages: 0 };
    const isWhole = ownStake + stake === totalStake && count === nominatorCount;
    if (isWhole && (pageCount === 0 || pages === pageCount)) continue;
    throw new SourceError(
      `era ${era}: ${nameOf(account)} has ${nominatorCount} nominators on ${pageCount} pages and ${totalStake} planck, ` +
        `but its pages (${pages}) have ${count} and, with its own stake, ${ownStake + stake}`,
      { code: "inconsistent", meta: { era } },
    );
  }
  return facts;
}

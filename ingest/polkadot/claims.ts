/**
 * The claimed pages of an era: stakers may claim for as long as the chain keeps the era. While following, all kept eras are
 * read again at the end of each one; a backfill reads an era at the last end at which the chain kept it.
 */
import type { ClaimsMessage } from "../../schemas/polkadot/events.ts";
import type { RunKind } from "../listener/session.ts";
import type { StateAt } from "./api/chain.ts";
import { readClaims } from "./decode.ts";
import type { Eras } from "./eras.ts";
import { toClaimsMessage } from "./messages.ts";
import type { Uint } from "./storage.ts";

/** For runtimes without the constant. */
const defaultDepth = 84;

/** The number of eras that the chain keeps for claims. */
export const historyDepth = (state: StateAt): number =>
  (state.runtime.consts.staking?.historyDepth as Uint | undefined)?.toNumber() ?? defaultDepth;

type ReadClaims = {
  messages: ClaimsMessage[];
  /** To be called once the bus has the messages: until then they are sent again. */
  acknowledge(): void;
};

export type Claims = {
  /**
   * The claims to publish with an era.
   * @param isPaged whether its nominators have pages: earlier claims were stored elsewhere, and stay unknown
   */
  read(era: number, options: { final: number; isPaged: boolean }, signal: AbortSignal): Promise<ReadClaims>;
};

export function createClaims(network: string, eras: Eras, kind: RunKind): Claims {
  /** The claims last published per era, while following. */
  const said = new Map<number, string>();

  async function stateAfter(era: number, signal: AbortSignal): Promise<StateAt> {
    const end = await eras.end(era, signal);
    return await eras.chainOf(end.source).at(end.hash);
  }

  async function readAt(era: number, readEra: number, state: StateAt): Promise<ClaimsMessage | undefined> {
    const claims = await readClaims(state, era);
    return claims === undefined ? undefined : toClaimsMessage(network, era, readEra, claims);
  }

  /** The eras kept by the chain with more claims than published before. */
  async function readFollowing(era: number, signal: AbortSignal): Promise<ReadClaims> {
    const state = await stateAfter(era, signal);
    const first = Math.max(0, era - historyDepth(state) + 1);
    const messages: ClaimsMessage[] = [];
    const contents = new Map<number, string>();
    for (let one = first; one <= era; one += 1) {
      const message = await readAt(one, era, state);
      const content = `${message?.validator}/${message?.page}`;
      if (message !== undefined && said.get(one) !== content) messages.push(message);
      contents.set(one, content);
    }
    function acknowledge(): void {
      for (const older of said.keys()) if (older < first) said.delete(older);
      for (const [one, content] of contents) said.set(one, content);
    }
    return { messages, acknowledge };
  }

  async function readOnce(era: number, final: number, signal: AbortSignal): Promise<ClaimsMessage[]> {
    const own = await stateAfter(era, signal);
    const readEra = Math.min(Math.max(final, era), era + historyDepth(own) - 1);
    const message = await readAt(era, readEra, await stateAfter(readEra, signal));
    return message === undefined ? [] : [message];
  }

  return {
    read: async (era, { final, isPaged }, signal) => {
      if (kind === "follow") return await readFollowing(era, signal);
      const messages = isPaged ? await readOnce(era, final, signal) : [];
      return { messages, acknowledge: () => undefined };
    },
  };
}

/** Names of validators, from the current identities of the People chain. */
import { toSs58 } from "../../lib/ss58.ts";
import type { NamesMessage } from "../../schemas/polkadot/events.ts";
import type { StateAt, SubstrateChain } from "./api/chain.ts";
import { sourced } from "./api/provider.ts";
import { type Account, entryOf, storedIn } from "./storage.ts";

const pallet = "identity";
/** Accounts per request. */
const accountsMax = 200;

/** A field's bytes, unless it is empty or only a hash. */
type Data = { isRaw: boolean; asRaw: { toU8a(isBare: boolean): Uint8Array } };
type Registration = { info: { display: Data } };
/** Followed by a user name in older runtimes. */
type Identity = Registration | readonly [Registration, ...unknown[]];
type Super = readonly [Account, Data];

/** As UTF-8; undefined if empty. */
function textOf(data: Data | undefined): string | undefined {
  if (data?.isRaw !== true) return undefined;
  const text = Buffer.from(data.asRaw.toU8a(true)).toString("utf8");
  return text === "" ? undefined : text;
}

function displayOf(identity: Identity | undefined): string | undefined {
  if (identity === undefined) return undefined;
  const registration = "info" in identity ? identity : identity[0];
  return textOf(registration.info.display);
}

async function readAll<Value>(
  state: StateAt,
  name: string,
  accounts: readonly Uint8Array[],
): Promise<(Value | undefined)[]> {
  const entry = entryOf(state, pallet, name);
  const entries: (Value | undefined)[] = [];
  for (let first = 0; first < accounts.length; first += accountsMax) {
    const part = accounts.slice(first, first + accountsMax);
    const values =
      entry === undefined
        ? part.map(() => undefined)
        : await sourced(`${pallet}.${name}`, () => entry.multi(part));
    entries.push(...values.map((codec) => (codec === undefined ? undefined : storedIn<Value>(codec))));
  }
  return entries;
}

/** Display names; a sub-account's includes its parent's. */
export async function readNames(
  network: string,
  people: SubstrateChain,
  accounts: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<NamesMessage> {
  const { number, hash } = await people.finalized(signal);
  const state = await people.at(hash);
  const own = await readAll<Identity>(state, "identityOf", accounts);
  const supers = await readAll<Super>(state, "superOf", accounts);
  const parents = supers.flatMap((parent) => (parent === undefined ? [] : [parent[0].toU8a()]));
  const identities = await readAll<Identity>(state, "identityOf", parents);
  const displays = identities.map(displayOf);
  let next = 0;
  const names = accounts.map((account, i): [string, string | null] => {
    const address = toSs58(0, account);
    const parent = supers[i];
    if (parent === undefined) return [address, displayOf(own[i]) ?? null];
    const [above, below] = [displays[next], textOf(parent[1])];
    next += 1;
    return [address, above === undefined || below === undefined ? null : `${above}/${below}`];
  });
  return { type: "names", network, block: number, names };
}

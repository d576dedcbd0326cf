/**
 * Observed pairs of identity and vote account: the leader schedule names identities of earlier epochs, and they change.
 */
import type { RowsOf } from "../frame/columns.ts";

export type SeenTogether = { network: string; epoch: number; identity: string; vote_account: string };

/** The identities of one write. */
export type IdentityBatch = {
  /** Adds a row, unless an equivalent one has been written. */
  add(rows: RowsOf, seen: SeenTogether, source: "state" | "votes"): void;
  /** Confirms that the added rows are written. A batch whose write failed doesn't, and its rows are added again. */
  written(): void;
};

export type IdentityCache = { batch(): IdentityBatch };

/** 1,300 accounts through some twenty epochs. */
const namesKept = 30_000;

export function createIdentityCache(): IdentityCache {
  const written = new Set<string>();

  function batch(): IdentityBatch {
    const added = new Set<string>();
    return {
      add: (rows, seen, source) => {
        const { network, epoch, identity, vote_account } = seen;
        const name = `${network}/${epoch}/${identity}/${vote_account}`;
        const said = `${name}/${source}`;
        if (
          identity === "" ||
          written.has(said) ||
          added.has(said) ||
          (source === "votes" && written.has(`${name}/state`))
        )
          return;
        rows("raw_solana_identity").push({ ...seen, version: source === "state" ? 2 : 1 });
        added.add(said);
      },
      written: () => {
        if (written.size > namesKept) written.clear();
        for (const said of added) written.add(said);
      },
    };
  }

  return { batch };
}

/** Which identity was seen with which vote account: the leader schedule names identities of epochs ago, and they change. */
import type { RowsOf } from "../frame/columns.ts";

export type SeenTogether = { network: string; epoch: number; identity: string; vote_account: string };

/** The identities of one write. */
export type IdentityBatch = {
  /** Adds a row, unless one that says as much has been written. */
  add(rows: RowsOf, seen: SeenTogether, source: "state" | "votes"): void;
  /** What was added is in the table. A batch whose write failed never says so, and its rows are added again. */
  written(): void;
};

export type IdentityCache = { batch(): IdentityBatch };

/** 1,300 accounts through some twenty epochs. */
const namesKept = 30_000;

export function createIdentityCache(): IdentityCache {
  const known = new Set<string>();

  function batch(): IdentityBatch {
    const added = new Set<string>();
    return {
      add: (rows, seen, source) => {
        const { network, epoch, identity, vote_account } = seen;
        const name = `${network}/${epoch}/${identity}/${vote_account}`;
        const said = `${name}/${source}`;
        if (
          identity === "" ||
          known.has(said) ||
          added.has(said) ||
          (source === "votes" && known.has(`${name}/state`))
        )
          return;
        rows("raw_solana_identity").push({ ...seen, version: source === "state" ? 2 : 1 });
        added.add(said);
      },
      written: () => {
        if (known.size > namesKept) known.clear();
        for (const said of added) known.add(said);
      },
    };
  }

  return { batch };
}

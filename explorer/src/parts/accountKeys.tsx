/** Keys of the organization; a key that may administer them makes, rotates and revokes them here. */
import { useState } from "preact/hooks";
import type { Account } from "../api/account.ts";
import { useRows } from "../api/answers.ts";
import type { Call } from "../api/call.ts";
import { date, id, text, time } from "../format/units.ts";
import type { Column } from "../networks/describe.ts";
import { ListCard, pageRows } from "./accountLists.tsx";
import { CopyButton } from "./copy.tsx";
import { type Doing, KeyDialog } from "./keyDialog.tsx";

const keysCall: Call = { path: "/v1/account/keys", query: { limit: pageRows } };

const keyColumns: readonly Column[] = [
  { field: "name", label: "Name", unit: text },
  { field: "id", label: "Identifier", unit: id },
  { field: "member", label: "Member", unit: text },
  { field: "status", label: "State", unit: text },
  { field: "tier", label: "Tier", unit: text },
  { field: "scopes", label: "Scopes", unit: text },
  { field: "createdAt", label: "Created", unit: time },
  { field: "createdBy", label: "By key", unit: id },
  { field: "expiresAt", label: "Ends", unit: time },
  { field: "revokedAt", label: "Revoked", unit: time },
  { field: "replacedBy", label: "Replaced by", unit: id },
  { field: "lastUsedDate", label: "Last used", unit: date },
];

export function Secret({ secret, hide }: { secret: string; hide(): void }) {
  return (
    <section class="card" aria-label="The new key" data-account="secret">
      <header class="card-head">
        <h2>The new key</h2>
        <CopyButton text={secret} />
        <button type="button" class="quiet" onClick={hide}>
          I have it
        </button>
      </header>
      <p class="notice" role="status">
        The key is shown only once and is not stored. Anyone who has it acts for your organization.
      </p>
      <code class="secret">{secret}</code>
    </section>
  );
}

type AccountKeysProps = {
  account: Account /** Something is other than it was. */;
  changed(secret: string | undefined): void;
};

export function AccountKeys({ account, changed }: AccountKeysProps) {
  const answer = useRows(keysCall);
  const [doing, setDoing] = useState<Doing | undefined>(undefined);
  const mayAdminister = account.key.scopes.includes("admin:keys");
  return (
    <>
      <ListCard
        name="keys"
        title="Keys"
        about={mayAdminister ? "" : "A key with the scope admin:keys can create, rotate and revoke keys."}
        call={keysCall}
        answer={answer}
        columns={keyColumns}
        empty="None yet."
        actions={
          mayAdminister
            ? (row) =>
                row.status === "valid" && (
                  <>
                    {row.replacedBy === null && (
                      <button
                        type="button"
                        class="quiet"
                        aria-label={`Rotate ${row.name}`}
                        onClick={() => setDoing({ what: "rotate", row })}
                      >
                        Rotate
                      </button>
                    )}
                    <button
                      type="button"
                      class="quiet"
                      aria-label={`Revoke ${row.name}`}
                      onClick={() => setDoing({ what: "revoke", row })}
                    >
                      Revoke
                    </button>
                  </>
                )
            : undefined
        }
      >
        {mayAdminister && (
          <button type="button" class="quiet" onClick={() => setDoing({ what: "make" })}>
            Create a key
          </button>
        )}
      </ListCard>
      {doing && (
        <KeyDialog doing={doing} own={account.key} close={() => setDoing(undefined)} done={changed} />
      )}
    </>
  );
}

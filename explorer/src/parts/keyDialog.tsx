/** The dialog that collects the details and confirms before a key is created, rotated or revoked. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Account } from "../api/account.ts";
import { changingClient, failureOf } from "../api/answers.ts";
import type { Row } from "../api/pages.ts";
import { daySeconds } from "../format/days.ts";

export type Doing = { what: "make" } | { what: "rotate" | "revoke"; row: Row };

const overlaps = [
  { seconds: 0, label: "not at all" },
  { seconds: 3_600, label: "an hour" },
  { seconds: daySeconds, label: "a day" },
  { seconds: 7 * daySeconds, label: "a week" },
  { seconds: 30 * daySeconds, label: "30 days" },
] as const;
const usualOverlapSeconds = daySeconds;

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").trim();
/** @returns the key itself, if one was created */
async function change(doing: Doing, form: FormData): Promise<string | undefined> {
  const client = changingClient();
  if (doing.what === "make") {
    const day = textOf(form, "expires");
    const { secret } = await client.post("/v1/account/keys", {
      body: {
        name: textOf(form, "name"),
        member: textOf(form, "member") || null,
        // The API refuses unknown scopes.
        scopes: form.getAll("scope").map(String) as "read"[],
        ...(day === "" ? {} : { expiresAt: `${day}T00:00:00Z` }),
      },
    });
    return secret;
  }
  const path = { key_id: String(doing.row.id) };
  if (doing.what === "revoke") {
    await client.delete("/v1/account/keys/{key_id}", { path });
    return undefined;
  }
  const overlapSeconds = Number(form.get("overlap"));
  const { secret } = await client.post("/v1/account/keys/{key_id}/rotate", {
    path,
    body: { overlapSeconds },
  });
  return secret;
}

function MakeFields({ scopes }: { scopes: readonly string[] }) {
  return (
    <>
      <p class="muted">It has the tier of the key in use, and shares its rate.</p>
      <label>
        Purpose
        <input name="name" required maxLength={100} autocomplete="off" />
      </label>
      <label>
        Member (optional)
        <input name="member" maxLength={100} autocomplete="off" />
      </label>
      <label>
        Expires at 00:00 UTC on (optional)
        <input name="expires" type="date" />
      </label>
      <fieldset>
        <legend>Scopes</legend>
        {scopes.map((scope) => (
          <label class="check" key={scope}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === "read"} />
            <code>{scope}</code>
          </label>
        ))}
      </fieldset>
    </>
  );
}

const RotateFields = () => (
  <>
    <p>A new key with the same member, tier and scopes replaces it.</p>
    <label>
      Time that both keys are valid
      <select name="overlap" defaultValue={String(usualOverlapSeconds)}>
        {overlaps.map(({ seconds, label }) => (
          <option key={seconds} value={seconds} selected={seconds === usualOverlapSeconds}>
            {label}
          </option>
        ))}
      </select>
    </label>
  </>
);

const RevokeWords = ({ isOwn }: { isOwn: boolean }) => (
  <p>
    Clients that use this key are refused within seconds. This can't be undone.
    {isOwn && <strong> This is the key in use: the page will need another one.</strong>}
  </p>
);

type KeyDialogProps = {
  doing: Doing;
  own: Account["key"];
  close(): void;
  done(secret: string | undefined): void;
};

function shownOf(
  doing: Doing,
  own: Account["key"],
): { title: string; verb: string; body: ComponentChildren } {
  if (doing.what === "make")
    return { title: "Create a key", verb: "Create", body: <MakeFields scopes={own.scopes} /> };
  const { name, id } = doing.row;
  return doing.what === "rotate"
    ? { title: `Rotate ${name} (${id})?`, verb: "Rotate it", body: <RotateFields /> }
    : {
        title: `Revoke ${name} (${id})?`,
        verb: "Revoke it",
        body: <RevokeWords isOwn={id === own.id} />,
      };
}

export function KeyDialog({ doing, own, close, done }: KeyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState("");
  const [isSubmitting, setIsSubmitting] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const { title, verb, body } = shownOf(doing, own);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    setIsSubmitting(true);
    setProblem("");
    try {
      done(await change(doing, new FormData(event.target as HTMLFormElement)));
    } catch (error) {
      setProblem(failureOf(error).detail);
      setIsSubmitting(false);
    }
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={close} data-account="dialog">
      <form class="form" onSubmit={submit}>
        <h2>{title}</h2>
        {body}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="bar">
          <button type="submit" class="primary" disabled={isSubmitting}>
            {verb}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

/** Where a key is typed in, and taken away. */
import { useRef, useState } from "preact/hooks";
import { basePath, go, href, query } from "../address.ts";
import { forgetAnswers } from "../api/answers.ts";
import { config, enterKey, forgetKey, key } from "../session.ts";

/** Only to pages of the explorer. */
function back(): string {
  const to = query.value.get("to") ?? "/";
  return `${basePath}${to.startsWith("/") && !to.startsWith("//") ? to : "/"}`;
}

/** The public part of a key: `va_` and its identifier, without the secret that follows. */
const publicPart = (text: string) => text.split("_").slice(0, 2).join("_");

export function KeyPage() {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const submit = async (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim() ?? "";
    if (text === "") return setProblem("Enter a key. It begins with va_.");
    // The API decides whether the key is valid.
    const response = await fetch(`${basePath}/v1/networks`, {
      headers: { authorization: `Bearer ${text}` },
    }).catch(() => undefined);
    if (response === undefined) return setProblem("The server can't be reached.");
    if (response.status === 401) return setProblem("The API doesn't know this key.");
    forgetAnswers();
    enterKey(text);
    go(back());
  };
  const forget = () => {
    forgetAnswers();
    forgetKey();
  };
  return (
    <div class="narrow">
      <header class="page-head">
        <h1>Key</h1>
      </header>
      <form class="card form" onSubmit={submit}>
        <label for="key">Key of the API</label>
        <input
          id="key"
          ref={input}
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="va_…"
          aria-describedby="key-about"
          aria-invalid={problem !== ""}
        />
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p id="key-about" class="muted">
          It stays in this tab, and is sent to this server only. With it, the page shows what the key allows,
          including the private sets of its organization.
        </p>
        {key.value !== undefined && (
          <p>
            In use: <code>{publicPart(key.value)}…</code>, see <a href={href(["account"])}>the account</a>.
          </p>
        )}
        <div class="bar">
          <button type="submit" class="primary">
            Use this key
          </button>
          {key.value !== undefined && (
            <button type="button" onClick={forget}>
              Forget the key in use
            </button>
          )}
        </div>
      </form>
      <p class="muted source">
        The operator of this server creates keys: <code>validator-analytics keys create --name me</code>
        {config.value?.access === "open" && ". The pages of the networks need none."}
      </p>
    </div>
  );
}

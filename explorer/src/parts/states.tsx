/** Placeholders for an answer that is loading, empty or failed. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { href, query, segments } from "../address.ts";
import type { Failure, Reloadable } from "../api/answers.ts";
import { key } from "../session.ts";

export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div class="loading" role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <span class="loading-line" key={line} />
      ))}
    </div>
  );
}

/** A text in which backticks mark code. */
export const Said = ({ text }: { text: string }) => (
  <>{text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
);

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <p class="state-title">{title}</p>
      {children && <p class="state-text">{children}</p>}
    </div>
  );
}

/** Retrying the same request would have the same result. */
const settled = new Set([400, 403, 404, 410, 422]);

/** The title and text that a status is shown with. */
function explanationOf({ status, detail }: Failure): { title: string; text: string } {
  if (status === 0)
    return {
      title: "The server can't be reached",
      text: "Check that it is running and that this machine is online.",
    };
  if (status === 401)
    return key.value === undefined
      ? { title: "A key is needed", text: "This server requires an API key." }
      : { title: "The key isn't valid", text: `${detail}. It may have been revoked, or has expired.` };
  if (status === 400 || status === 422) return { title: "Invalid request", text: detail };
  if (status === 403) return { title: "Not allowed with this key", text: detail };
  if (status === 404) return { title: "There is nothing here", text: detail };
  if (status === 429) return { title: "Too many requests", text: detail };
  if (status === 503) return { title: "Busy", text: detail };
  return { title: `The API answered ${status}`, text: detail };
}

/** Counts down, then retries. */
function Retry({ failure, again }: { failure: Failure; again(): void }) {
  const [left, setLeft] = useState(failure.retryAfterS === null ? null : Math.ceil(failure.retryAfterS));
  useEffect(() => {
    if (left === null || left > 60) return;
    if (left <= 0) return again();
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const wait = left === null || left > 60 ? "" : ` (automatically in ${left} s)`;
  return (
    <button type="button" onClick={again}>
      Try again{wait}
    </button>
  );
}

export function Failed({ failure, again }: { failure: Failure; again(): void }) {
  const { title, text } = explanationOf(failure);
  const to = href(["key"], { to: `/${segments.value.join("/")}?${query.value}` });
  return (
    <div class="state state-failed" role="alert">
      <p class="state-title">{title}</p>
      <p class="state-text">{text}</p>
      {failure.status === 401 ? (
        <a class="button" href={to}>
          Enter a key
        </a>
      ) : settled.has(failure.status) ? null : (
        <Retry failure={failure} again={again} />
      )}
    </div>
  );
}

/** The answer, or its placeholder. */
export function Answered<Body>(props: {
  answer: Reloadable<Body>;
  lines?: number;
  children: (body: Body) => ComponentChildren;
}) {
  const { answer, children, lines = 3 } = props;
  if (answer.state === "loading") return <Loading lines={lines} />;
  if (answer.state === "failed") return <Failed failure={answer.failure} again={answer.again} />;
  return <>{children(answer.body)}</>;
}

/** The sources of a chart or table: its API call, the SQL that the call runs, and its records as CSV. */
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { basePath } from "../address.ts";
import { type Call, callAddress, curlOf } from "../api/call.ts";
import { bearer } from "../session.ts";
import { CopyButton } from "./copy.tsx";

/** Sends the same call with another `Accept` format. */
async function fetchAs(call: Call, format: string): Promise<string> {
  const response = await fetch(`${basePath}${callAddress(call)}`, {
    headers: {
      accept: format,
      authorization: `Bearer ${bearer.value ?? ""}`,
      ...(call.network === undefined ? {} : { "x-service-network": call.network }),
    },
  });
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok || !type.startsWith(format))
    throw new Error(
      response.status === 406 || response.ok
        ? "This answer isn't the result of a single statement."
        : `The API answered ${response.status}.`,
    );
  return text;
}

/** The records of all pages, under the first page's header. */
async function csvOf(calls: readonly Call[]): Promise<string> {
  const pages = await Promise.all(calls.map((call) => fetchAs(call, "text/csv")));
  // Column names contain no line break, so the header is the first line.
  return pages.map((page, index) => (index === 0 ? page : page.slice(page.indexOf("\n") + 1))).join("");
}

function save(text: string, type: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

type Shown = { title: string; text: string; about: string } | undefined;

type SourceLinksProps = {
  /** One per page of records, or one per compared subject. */
  calls: readonly Call[];
  name: string;
  /** Replaces the API's own CSV. */
  csv?: () => string;
  children?: ComponentChildren;
};

export function SourceLinks({ calls, name, csv, children }: SourceLinksProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState<Shown>(undefined);
  const [problem, setProblem] = useState("");

  const show = (what: Shown) => {
    setShown(what);
    dialog.current?.showModal();
  };
  const showCall = () =>
    show({
      title: "API call",
      text: calls.map(curlOf).join("\n"),
      about: "KEY is your API key: export KEY=va_…",
    });
  const tried = (run: () => Promise<void>) => async () => {
    setProblem("");
    try {
      await run();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const showSql = tried(async () => {
    const texts = await Promise.all(calls.map((call) => fetchAs(call, "application/sql")));
    show({
      title: "SQL",
      text: texts.join("\n\n"),
      about: "The SQL of this request, with its values.",
    });
  });
  const download = tried(async () => {
    if (calls.length === 0) return;
    save(csv?.() ?? (await csvOf(calls)), "text/csv", `${name}.csv`);
  });

  return (
    <div class="tools">
      {children}
      <button type="button" class="quiet" onClick={showCall}>
        API
      </button>
      <button type="button" class="quiet" onClick={showSql}>
        SQL
      </button>
      <button type="button" class="quiet" onClick={download}>
        CSV
      </button>
      {problem && (
        <span class="tools-problem" role="status">
          {problem}
        </span>
      )}
      <dialog ref={dialog} aria-label={shown?.title ?? "Source"}>
        {shown && (
          <>
            <header class="dialog-head">
              <h2>{shown.title}</h2>
              <CopyButton text={shown.text} />
              <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
                Close
              </button>
            </header>
            <p class="muted">{shown.about}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
            <pre tabIndex={0}>{shown.text}</pre>
          </>
        )}
      </dialog>
    </div>
  );
}

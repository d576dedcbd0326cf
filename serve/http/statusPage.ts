/** The page of the status. It needs no key, but is served only where metrics are, which may be a port of its own. */
import { errorMessage } from "../../lib/errors.ts";
import type { ServedChain } from "../chain.ts";
import type { Services } from "../services.ts";
import { loadStatus, type Status, type StatusTable, statusTables } from "../status.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? "");

function tableHtml({ title, header, rows }: StatusTable): string {
  const cells = (kind: "th" | "td", texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${kind}>${escaped(text)}</${kind}>`).join("")}</tr>`;
  return `<h2>${escaped(title)}</h2>\n<table>\n${[cells("th", header), ...rows.map((row) => cells("td", row))].join("\n")}\n</table>`;
}

/** A page without scripts and styles. */
function statusPage(status: Status): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta http-equiv="refresh" content="60"><title>Validator Analytics: status</title></head>
<body>
<h1>Status</h1>
${statusTables(status).map(tableHtml).join("\n")}
</body>
</html>
`;
}

/** How long a page is believed: it needs no key, and must not become a load. */
const pageTtlMs = 5_000;

/** The answer of `/status`. */
export type StatusPage = () => Promise<{ status: 200 | 503; body: string }>;

/** @returns the page, rendered again after some seconds, at any rate of requests */
export function createStatusPage(chains: readonly ServedChain[], services: Services): StatusPage {
  let made: { at: number; page: Promise<string> } | undefined;
  return async () => {
    if (made === undefined || performance.now() - made.at > pageTtlMs)
      made = { at: performance.now(), page: loadStatus(chains, services).then(statusPage) };
    try {
      return { status: 200, body: await made.page };
    } catch (error) {
      return { status: 503, body: `<p>The warehouse does not answer: ${escaped(errorMessage(error))}</p>` };
    }
  };
}

/** A real browser that knows nothing of the project and reports everything that a page must not do. */
import { existsSync } from "node:fs";
import axe from "axe-core";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const executablePath = "/usr/bin/chromium";
const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Why there is no browser; undefined: there is one. In CI that is a failure. */
export function browserMissing(): string | undefined {
  if (existsSync(executablePath)) return undefined;
  const reason = "The explorer's suite is skipped; to run it install chromium";
  if (process.env.CI) throw new Error(reason);
  console.error(reason);
  return reason;
}

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Problems since the last call: errors on the console, exceptions, requests to other origins, refusals. */
  complaints(): string[];
  /** The API's JSON answer that the page has received since it was opened; undefined: the page has not requested it. */
  answerFrom(url: string): Promise<string | undefined>;
  /** Opens another page and forgets the answers that the previous one received. */
  open(url: string): Promise<void>;
  /** axe's findings on the page as it is, a line each. */
  accessibility(): Promise<string[]>;
  /** Pixels that the page is wider than the window. */
  overflow(): Promise<number>;
  close(): Promise<void>;
};

/** Path and query of an address, however its query is ordered and encoded. */
function addressOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  searchParams.sort();
  return `${decodeURIComponent(pathname)}?${searchParams}`;
}

type AxeResult = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };

export async function openBrowser(origin: string): Promise<Visitor> {
  const browser = await chromium.launch({ executablePath, args });
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  // Answers that the browser keeps are of another page.
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let problems: string[] = [];
  const answers = new Map<string, Promise<string | undefined>>();
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("blob:") && !url.startsWith("data:"))
      problems.push(`another origin: ${url}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    else if (response.headers()["content-type"]?.startsWith("application/json") === true)
      // The browser forgets the answers of a page that is left.
      answers.set(
        addressOf(response.url()),
        response.text().catch(() => undefined),
      );
  });
  return {
    page,
    context,
    complaints: () => {
      const all = problems;
      problems = [];
      return all;
    },
    answerFrom: async (url) => answers.get(addressOf(url)),
    open: async (url) => {
      answers.clear();
      await page.goto(url);
    },
    accessibility: async () => {
      // Not a script of the page, so its policy doesn't refuse it.
      if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
      const { violations } = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResult;
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      );
    },
    overflow: () => page.evaluate("document.documentElement.scrollWidth - innerWidth") as Promise<number>,
    close: () => browser.close(),
  };
}

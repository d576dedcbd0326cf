/** What a visitor of the explorer does on every page, and the checks that apply to every page. */
import { expect } from "vitest";
import type { Visitor } from "./browser.ts";
import { parseAsText, type Record_, recordsOf } from "./tables.ts";

export type Served = { url: string; key: string; requests: string[] /** URLs of sample requests. */ };

const wide = { width: 1280, height: 900 };
const narrow = { width: 360, height: 780 };

/** @param visitor the browser, once there is one */
export function createVisits(visitor: () => Visitor, served: () => Served) {
  const fetchJson = async (path: string) => {
    const { url, key } = served();
    const response = await fetch(path.startsWith("http") ? path : `${url}${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status, path).toBe(200);
    return parseAsText(await response.text());
  };

  /** Opens the page and waits until all data has arrived. */
  async function visit(path: string): Promise<void> {
    await visitor().page.setViewportSize(wide);
    await visitor().page.emulateMedia({ colorScheme: "light" });
    await visitor().open(`${served().url}${path}`);
    await visitor().page.locator("main h1").first().waitFor();
    await settled();
  }
  /** Everything that was requested has arrived, or was refused. */
  async function settled(): Promise<void> {
    const waiting = visitor().page.locator("main .loading");
    await visitor().page.locator("main :is(h1, h2)").first().waitFor();
    while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: "detached" });
  }

  /**
   * Records that the page shows, from the very answers that it received: the demo goes on, and the API returns something else
   * a moment later.
   */
  async function receivedRecords(url: string): Promise<Record_[]> {
    const records: Record_[] = [];
    for (let next: string | undefined = url; next !== undefined; ) {
      const text: string | undefined = await visitor().answerFrom(next);
      // Of a list the page requests one page, of records over time all pages.
      if (text === undefined) break;
      const body = parseAsText(text);
      records.push(...recordsOf(body));
      const after = (body as Record_).next;
      next = typeof after === "string" ? new URL(after, url).href : undefined;
    }
    return records;
  }

  /** For a page that has loaded: no problems, at the width of a screen. */
  async function glance(path: string): Promise<void> {
    expect(await visitor().overflow(), path).toBeLessThanOrEqual(0);
    expect(visitor().complaints(), path).toEqual([]);
  }

  /** The same at both widths, in both themes, by axe. */
  async function inspect(path: string): Promise<void> {
    const { page } = visitor();
    expect(await visitor().overflow(), `${path}, wide`).toBeLessThanOrEqual(0);
    expect(await visitor().accessibility(), `${path}, light`).toEqual([]);
    await page.setViewportSize(narrow);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await visitor().overflow(), `${path}, narrow`).toBeLessThanOrEqual(0);
    expect(await visitor().accessibility(), `${path}, dark`).toEqual([]);
    expect(visitor().complaints(), path).toEqual([]);
    await page.setViewportSize(wide);
  }

  /** The API call that the page names as the source of its numbers. */
  async function sourceCall(place: string): Promise<{ url: string; curl: string }> {
    const { page } = visitor();
    const dialog = page.locator(`${place} dialog`);
    await page.locator(`${place} .tools button`, { hasText: "API" }).click();
    const curl = (await dialog.locator("pre").textContent()) ?? "";
    await page.keyboard.press("Escape");
    const url = /'(http[^']+)'$/.exec(curl)?.[1] ?? "";
    expect(curl).toContain('"Authorization: Bearer $KEY"');
    expect(curl).not.toContain(served().key);
    return { url, curl };
  }

  return {
    fetchJson,
    visit,
    settled,
    receivedRecords,
    glance,
    inspect,
    sourceCall,
  };
}

/** Users' journeys in the explorer, step by step. */
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Visitor } from "./browser.ts";
import { readTable, recordsOf } from "./tables.ts";
import type { createVisits, Served } from "./visits.ts";

export function journeys(
  visitor: () => Visitor,
  served: () => Served,
  { visit, settled, receivedRecords, inspect, sourceCall }: ReturnType<typeof createVisits>,
): void {
  it("finds, sorts and compares according to the URL; going back restores the page", async () => {
    const { page } = visitor();
    await visit("/celestia/validators");
    const rows = page.locator("main tbody tr");
    const all = await rows.count();
    expect(all).toBeGreaterThan(2);
    await page.keyboard.press("/");
    await page.keyboard.type("validator 1");
    await page.keyboard.press("Enter");
    await page.waitForURL(/search=validator\+1/);
    await settled();
    expect(await rows.count()).toBe(1);
    await page.goBack();
    await settled();
    expect(await rows.count()).toBe(all);

    await page.locator("thead a", { hasText: "Rewards" }).click();
    await page.waitForURL(/sort=rewards&order=desc/);
    await settled();
    const rewards = (await readTable(page, "main section.card")).map((cells) => Number(cells[5]));
    expect(rewards).toEqual([...rewards].sort((one, other) => other - one));

    await page.goto(`${page.url()}&status=jailed`);
    await page.locator("main", { hasText: "None of the validators is jailed" }).waitFor();
    await page.locator("main a", { hasText: "Show all" }).click();
    await settled();
    expect(await rows.count()).toBe(all);

    await rows.nth(0).locator("input").check();
    await rows.nth(1).locator("input").check();
    await page.locator("a", { hasText: /^Compare$/ }).click();
    await page.waitForURL(/celestia\/compare\?kind=validator&id=.+&id=/);
    await settled();
    expect(await page.locator("main section.card tbody tr").count()).toBe(2);
    expect(await page.locator("[data-chart] canvas").count()).toBeGreaterThan(2);
    await inspect("/celestia/compare");
    await page.goBack();
    await page.waitForURL(/sort=rewards/);
    await settled();
    expect(await page.locator("main tbody input:checked").count()).toBe(2);
  });

  it("is used by keyboard: the first stop leads to the content", async () => {
    const { page } = visitor();
    await visit("/celestia");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
  });

  it("shows the current page's tab, on a phone too, without moving the page", async () => {
    const { page } = visitor();
    const isInSight = async () => {
      const frame = await page.locator(".tabs").boundingBox();
      const tab = await page.locator(".tabs a[aria-current]").boundingBox();
      if (frame === null || tab === null || (await page.evaluate("scrollX + scrollY")) !== 0) return false;
      // Scrolled places are whole pixels, widths aren't.
      return tab.x > frame.x - 1 && tab.x + tab.width < frame.x + frame.width + 1;
    };
    await visit("/eth/peers");
    await page.setViewportSize({ width: 360, height: 780 });
    await page.reload();
    await settled();
    await expect.poll(isInSight).toBe(true);
    await page.locator(".tabs a", { hasText: "Blocks" }).click();
    await page.locator(".tabs a[aria-current]", { hasText: "Blocks" }).waitFor();
    await expect.poll(isInSight).toBe(true);
    await page.locator(".brand").click();
    await page.locator(".network-card h2 a", { hasText: "Ethereum" }).click();
    await page.locator(".tabs a[aria-current]", { hasText: "Overview" }).waitFor();
    await expect.poll(isInSight).toBe(true);
  });

  it("shows a key's private sets, and forgets the key on request", async () => {
    const { page } = visitor();
    const { url, key } = served();
    const made = await fetch(`${url}/v1/eth/tags`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "mine", indices: [20, 21] }),
    });
    const { id } = (await made.json()) as { id: string };
    await visit("/eth");
    expect(await page.locator(".tabs a", { hasText: "Private sets" }).count()).toBe(0);
    await visit("/eth/sets");
    await page.locator("main", { hasText: "Private sets belong to a key" }).waitFor();
    await page.locator("main a", { hasText: "Enter a key" }).click();
    await page.waitForURL(/key\?to=%2Feth%2Fsets$/);
    await inspect("/key");
    await page.locator("#key").fill("va_000000000000_0");
    await page.keyboard.press("Enter");
    await page.locator("[role=alert]", { hasText: "doesn't know this key" }).waitFor();
    expect(visitor().complaints().join(" ")).toContain("401");
    await page.locator("#key").fill(key);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/eth\/sets$/);
    await page.locator("tbody a", { hasText: "mine" }).click();
    await page.waitForURL(new RegExp(`/eth/sets/${id}$`));
    await settled();
    expect(await page.locator("[data-chart] canvas").count()).toBeGreaterThan(3);
    await inspect(`/eth/sets/${id}`);
    await visit("/key");
    await page.locator("button", { hasText: "Forget" }).click();
    await visit("/eth");
    expect(await page.locator(".tabs a", { hasText: "Private sets" }).count()).toBe(0);
  });

  it("explains errors: an unknown subject, a missing page, an expired key, no server", async () => {
    const { page, context } = visitor();
    const alert = page.locator("[role=alert]");
    await visit("/polygon/validators/999999");
    await alert.filter({ hasText: "There is nothing here" }).first().waitFor();
    await visit("/celestai");
    await page.locator("h1", { hasText: "doesn't exist" }).waitFor();
    await page.evaluate("sessionStorage.setItem('validator-analytics-key', 'va_000000000000_0')");
    await visit("/solana");
    await alert.filter({ hasText: "The key isn't valid" }).first().waitFor();
    await page.evaluate("sessionStorage.clear()");
    await visit("/");
    await context.setOffline(true);
    await page.locator(".network-card h2 a", { hasText: "Polkadot" }).click();
    await alert.filter({ hasText: "can't be reached" }).first().waitFor();
    await context.setOffline(false);
    await page.locator("button", { hasText: "Try again" }).first().click();
    await page.locator("canvas").first().waitFor();
    visitor().complaints();
  });

  it("copies a call that works, with a key that isn't in it", async () => {
    await visit("/celestia");
    const { page } = visitor();
    const place = '[data-chart="rewards.rewards"]';
    const { curl, url } = await sourceCall(place);
    await page.locator(`${place} .tools button`, { hasText: "API" }).click();
    await page.locator(`${place} dialog button`, { hasText: "Copy" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(curl);
    const answer = execFileSync("bash", ["-c", `${curl} --silent --fail`], {
      env: { ...process.env, KEY: served().key },
      encoding: "utf8",
    });
    // The demo goes on: there may be one more record by now.
    const received = await receivedRecords(url);
    const answered = recordsOf(JSON.parse(answer));
    expect(answered.length).toBeGreaterThanOrEqual(received.length);
    expect(Object.keys(answered[0] ?? {})).toEqual(Object.keys(received[0] ?? {}));
  });
}

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isSetting, settingsMarkdown } from "./config.ts";

it("settings are all in docs/settings.md, as the code describes them", () => {
  const page = readFileSync(new URL("../docs/settings.md", import.meta.url), "utf8");
  expect(page, "npx validator-analytics env --markdown > docs/settings.md").toBe(settingsMarkdown());
});

it("knows which variables are settings", () => {
  for (const name of ["PORT", "ETH_BEACON_URLS", "ETH_HOODI_BEACON_URLS", "ETH_HOODI_EXECUTION_URLS"])
    expect(isSetting(name), name).toBe(true);
  for (const name of ["PORTS", "ETH_URLS", "NODE_ENV"]) expect(isSetting(name), name).toBe(false);
});

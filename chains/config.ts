/** All settings: the common ones and those of every chain. */
import { createSettings } from "../lib/config.ts";
import { familyTitles } from "../lib/families.ts";
import { groupOf } from "../lib/settingsPage.ts";
import { chains } from "./index.ts";

/** Words that settings of a family begin with, where they are not the family's own name. */
const wordsOf: Readonly<Record<string, readonly string[]>> = { cosmos: ["CELESTIA", "BABYLON", "COMET"] };

const settings = createSettings(chains.map(({ settings }) => settings));

export const {
  load: loadConfig,
  warnings: settingWarnings,
  isSetting,
  example: envExample,
  nodeVariable,
  nodeVariables,
} = settings;

/** docs/settings.md */
export const settingsMarkdown = (): string =>
  settings.page(
    Object.entries(familyTitles).map(([family, title]) =>
      groupOf(title, wordsOf[family] ?? [family.toUpperCase()]),
    ),
  );

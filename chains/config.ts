/** All settings: the common ones and those of every chain. */
import { createSettings } from "../lib/config.ts";
import { familyTitles } from "../lib/families.ts";
import { groupOf } from "../lib/settingsPage.ts";
import { chains } from "./index.ts";

/** Words that settings of a family begin with, in addition to the ids of its chains. */
const sharedWords: Readonly<Record<string, readonly string[]>> = { cosmos: ["COMET"] };

const wordsOf = (family: string): string[] => [
  ...chains.filter((chain) => chain.family === family).map(({ id }) => id.toUpperCase()),
  ...(sharedWords[family] ?? []),
];

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
  settings.page(Object.entries(familyTitles).map(([family, title]) => groupOf(title, wordsOf(family))));

/** All settings: the common ones and those of every chain. */
import { createSettings } from "../lib/config.ts";
import { chains } from "./index.ts";

export const {
  load: loadConfig,
  warnings: settingWarnings,
  isSetting,
  example: envExample,
  nodeVariable,
  nodeVariables,
} = createSettings(chains.map(({ settings }) => settings));

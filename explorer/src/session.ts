/** The API key of this session: the one entered, or anonymous access where the operator allows it. */
import { computed, signal } from "@preact/signals";
import { basePath } from "./address.ts";

/** @property sqlPort null: this server has no port for SQL */
type Config = { access: "open" | "key"; version: string; chains: string[]; sqlPort: number | null };

/** The tab's own storage: a key is gone when its tab is closed, and no other page reads it. */
const storedAs = "validator-analytics-key";
/** Sent instead of a key for anonymous access (EXPLORER=open); it is not a secret. */
const openWord = "explorer";

export const config = signal<Config | undefined>(undefined);
/** True if the server can't be reached, so there is no config. */
export const configFailed = signal(false);
export const key = signal<string | undefined>(sessionStorage.getItem(storedAs) ?? undefined);

/** The token after `Bearer`; undefined: a key is needed first. */
export const bearer = computed(() => key.value ?? (config.value?.access === "open" ? openWord : undefined));

export function enterKey(text: string): void {
  sessionStorage.setItem(storedAs, text);
  key.value = text;
}

export function forgetKey(): void {
  sessionStorage.removeItem(storedAs);
  key.value = undefined;
}

export async function loadConfig(): Promise<void> {
  configFailed.value = false;
  try {
    const response = await fetch(`${basePath}/explorer/config.json`);
    if (!response.ok) throw new Error(String(response.status));
    config.value = (await response.json()) as Config;
  } catch {
    configFailed.value = true;
  }
}

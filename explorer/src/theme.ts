/** Dark or light: follows the system until the user chooses. */
import { computed, effect, signal } from "@preact/signals";

const storedAs = "validator-analytics-theme";
export type Theme = "light" | "dark";

const isTheme = (text: string | null): text is Theme => text === "light" || text === "dark";
const stored = localStorage.getItem(storedAs);
const chosen = signal<Theme | undefined>(isTheme(stored) ? stored : undefined);

const media = matchMedia("(prefers-color-scheme: dark)");
const system = signal<Theme>(media.matches ? "dark" : "light");

export const theme = computed<Theme>(() => chosen.value ?? system.value);

export function switchTheme(): void {
  chosen.value = theme.value === "dark" ? "light" : "dark";
  localStorage.setItem(storedAs, chosen.value);
}

export function followTheme(): void {
  media.addEventListener("change", ({ matches }) => {
    system.value = matches ? "dark" : "light";
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

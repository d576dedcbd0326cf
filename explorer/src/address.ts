/** Navigation: a page's whole state is in its URL, so that links, reloading and the back button work. */
import { computed, signal } from "@preact/signals";

/** The path that a proxy serves the API under; "": the root. */
export const basePath = document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

const here = () => ({ pathname: location.pathname, search: location.search });
const current = signal(here());

/** Segments of the path below the base, decoded. */
export const segments = computed(() =>
  current.value.pathname
    .slice(basePath.length)
    .split("/")
    .filter((part) => part !== "")
    .map(decoded),
);
export const query = computed(() => new URLSearchParams(current.value.search));

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Omits undefined and empty values; several values of a name become repeated parameters. */
function put(search: URLSearchParams, values: Query): string {
  for (const [name, value] of Object.entries(values)) {
    search.delete(name);
    for (const one of [value ?? []].flat()) if (one !== "") search.append(name, one);
  }
  return search.toString();
}

/** The URL of a page, without undefined and empty values. */
export function href(parts: readonly string[], values: Query = {}): string {
  const text = put(new URLSearchParams(), values);
  return `${basePath}/${parts.map(encodeURIComponent).join("/")}${text === "" ? "" : `?${text}`}`;
}

/** The page of now with other values in its query. */
export function hrefWith(values: Query): string {
  const text = put(new URLSearchParams(query.value), values);
  return `${href(segments.value)}${text === "" ? "" : `?${text}`}`;
}

/** Navigates to a page. The current one stays in the browser's history unless `replaces` is set. */
export function go(address: string, { replaces = false } = {}): void {
  const before = location.pathname;
  if (replaces) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  current.value = here();
  if (location.pathname === before) return;
  scrollTo(0, 0);
  // Screen readers go on where the new page begins.
  document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
}

/** Whether a link leads to another page of the explorer, in the same tab. */
function isOwn(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target !== "" || link.hasAttribute("download") || link.hasAttribute("data-leaves")) return false;
  return link.origin === location.origin && link.hash === "" && link.pathname.startsWith(`${basePath}/`);
}

/** Follows links without reloading the page. */
export function followLinks(): void {
  addEventListener("popstate", () => {
    current.value = here();
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest("a");
    if (!(link instanceof HTMLAnchorElement) || !isOwn(link, event)) return;
    event.preventDefault();
    go(link.href);
  });
}

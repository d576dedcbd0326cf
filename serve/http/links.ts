/** Addresses inside answers. They repeat the whole query, defaults included, and never hold an empty parameter. */

function append(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === "") return;
  if (Array.isArray(value)) for (const item of value) append(search, name, item);
  else search.append(name, String(value));
}

/** @returns `path?…` with the query's fields in the order of their schema, `changes` in their places. */
export function linkTo(
  path: string,
  query: Record<string, unknown>,
  names: readonly string[],
  changes: Record<string, unknown>,
): string {
  const search = new URLSearchParams();
  for (const name of names) append(search, name, Object.hasOwn(changes, name) ? changes[name] : query[name]);
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Puts parameters into a path template: `/v0/eth/validators/{id}` and `{id: "7"}`. */
export function fillPath(template: string, params: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}

/** The query string of a redirect: as it came, without empty parameters. */
export function keptSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams([...search].filter(([, value]) => value !== ""));
  return kept.size === 0 ? "" : `?${kept}`;
}

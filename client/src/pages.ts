/** Both envelopes of the API, walked by their links. */

type Query = Record<string, unknown>;
export type Page = { next: string | null; data?: unknown[]; results?: unknown[]; rows?: unknown[] };

/**
 * The query of the next page. Links are absolute in v1 and relative in v0, and name the same path: only what they ask
 * for is taken, so that a key never goes where a link points.
 */
function queryOf(link: string): Query {
  const { searchParams } = new URL(link, "http://localhost");
  const names = new Set(searchParams.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

/**
 * Every page, the next one asked for when the last one has been used.
 * @param read asks for the page of a query
 * @throws Error when a page leads to one that has been there
 */
export async function* walk(
  read: (query: Query | undefined) => Promise<Page>,
  query: Query | undefined,
): AsyncGenerator<Page, void, void> {
  const seen = new Set<string>();
  for (let asked = query; ; ) {
    const page = await read(asked);
    yield page;
    const { next } = page;
    if (next === null) return;
    if (seen.has(next)) throw new Error(`The pages go round in circles: ${next} has been asked for before`);
    seen.add(next);
    asked = queryOf(next);
  }
}

/** The records of a page: the v1 and the v0 envelope, and the rows of an explanation. */
export const recordsOf = ({ results, data, rows }: Page): unknown[] => results ?? data ?? rows ?? [];

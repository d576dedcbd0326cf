/** Both envelopes of the API, walked by their links. */

type Query = Record<string, unknown>;
export type Page = { next: string | null; data?: unknown[]; results?: unknown[]; rows?: unknown[] };

/**
 * The query of the next page. Links are absolute in v1 and relative in v0, and name the same path. Only their query is
 * used, so that a key is never sent to another host.
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
 * Every page; the next one is requested when the previous one has been consumed.
 * @param read requests the page of a query
 * @throws Error if a page links to an earlier one
 */
export async function* walk(
  read: (query: Query | undefined) => Promise<Page>,
  query: Query | undefined,
): AsyncGenerator<Page, void, void> {
  const seen = new Set<string>();
  for (let pageQuery = query; ; ) {
    const page = await read(pageQuery);
    yield page;
    const { next } = page;
    if (next === null) return;
    if (seen.has(next)) throw new Error(`The pages go round in circles: ${next} was requested before`);
    seen.add(next);
    pageQuery = queryOf(next);
  }
}

/** The records of a page: the v1 and the v0 envelope, and the rows of an explanation. */
export const recordsOf = ({ results, data, rows }: Page): unknown[] => results ?? data ?? rows ?? [];

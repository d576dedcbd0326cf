/** Searches the documentation by words, on the server, so that pages need no script. */
import { escaped } from "./markdown.ts";
import type { DocsPage, DocsSite } from "./site.ts";

export const queryCharactersMax = 100;
const wordsMax = 8;
const foundMax = 40;
const excerptCharacters = 200;

export type Found = { title: string; heading: string; href: string; excerpt: string };

type Entry = {
  page: DocsPage;
  heading: string;
  anchor: string;
  text: string;
  lower: string;
  lowerHeading: string;
};

function entriesOf(site: DocsSite): Entry[] {
  return [...site.pages.values()].flatMap((page) =>
    page.render().sections.map(({ heading, anchor, text }) => ({
      page,
      heading,
      anchor,
      text,
      lower: `${page.title} ${heading} ${text}`.toLowerCase(),
      lowerHeading: `${page.title} ${heading}`.toLowerCase(),
    })),
  );
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - excerptCharacters / 4);
  const cut = text.slice(at, at + excerptCharacters);
  return `${at > 0 ? "… " : ""}${cut}${at + excerptCharacters < text.length ? " …" : ""}`;
}

/** @returns a search: a section has to contain every word; sections with words in the heading come first */
export function createSearch(site: DocsSite, basePath: string): (query: string) => Found[] {
  let entries: Entry[] | undefined;
  return (query) => {
    const words = query
      .slice(0, queryCharactersMax)
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, wordsMax);
    if (words.length === 0) return [];
    entries ??= entriesOf(site);
    return entries
      .filter(({ lower }) => words.every((word) => lower.includes(word)))
      .map((entry) => ({
        entry,
        score: words.filter((word) => entry.lowerHeading.includes(word)).length,
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, foundMax)
      .map(({ entry: { page, heading, anchor, text } }) => ({
        title: page.title,
        heading,
        href: `${basePath}/docs${page.path === "" ? "" : `/${page.path}`}#${anchor}`,
        excerpt: excerptOf(text, words[0] ?? ""),
      }));
  };
}

/** The results page of the search. */
export function foundHtml(query: string, matches: readonly Found[]): string {
  const title = query === "" ? "Search" : `Search: ${escaped(query.slice(0, queryCharactersMax))}`;
  const items = matches.map(
    ({ title: page, heading, href, excerpt }) =>
      `<li><a href="${escaped(href)}">${escaped(page === heading ? page : `${page}: ${heading}`)}</a><p>${escaped(excerpt)}</p></li>`,
  );
  const list =
    items.length === 0 ? "<p>Nothing has all of these words.</p>" : `<ul>\n${items.join("\n")}\n</ul>`;
  return `<h1>${title}</h1>\n${query === "" ? "<p>Write what you look for into the field above.</p>" : list}`;
}

/** Markdown as HTML that needs no script: anchors on headings, tables and code that scroll by themselves. */
import { Marked, type Tokens } from "marked";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for HTML. What Markdown has written as an entity already stays one. */
export function escaped(text: string): string {
  return text.replace(/&(?!#?\w+;)|[<>"]/g, (character) => escapes[character] ?? "");
}

/** A heading's anchor, as GitHub makes it, so that links work there and here. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** A part of a page, for the search and the list of its headings. */
export type Section = { depth: number; heading: string; anchor: string; text: string };

export type Rendered = { title: string; html: string; sections: Section[] };

/** The address that a link of the text leads to; undefined for links without a target here. */
export type Target = (href: string) => string | undefined;

/** The text that a reader sees, without markup. */
function plainText(tokens: readonly unknown[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      const { tokens: inner, text = "" } = token as { tokens?: unknown[]; text?: string };
      return inner === undefined ? text : plainText(inner);
    })
    .join("");
}

function rowsOf(token: Tokens.Table): string {
  return [token.header, ...token.rows]
    .map((cells) => cells.map((each) => plainText(each.tokens)).join(" "))
    .join(" ");
}

/** The text of a block, for the search. */
function textOf(token: Tokens.Generic): string {
  if (token.type === "table") return rowsOf(token as Tokens.Table);
  if (token.type === "list")
    return (token as Tokens.List).items.map((item) => item.tokens.map(textOf).join(" ")).join(" ");
  if (token.type === "html") return "";
  return token.tokens === undefined ? ((token.text as string | undefined) ?? "") : plainText(token.tokens);
}

/** Cuts a page at its headings, each with an anchor of its own. */
export function sectionsOf(markdown: string): Section[] {
  const used = new Map<string, number>();
  const sections: Section[] = [];
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === "heading") {
      const heading = plainText(token.tokens);
      const anchor = anchorOf(heading);
      const count = used.get(anchor) ?? 0;
      used.set(anchor, count + 1);
      sections.push({
        depth: (token as Tokens.Heading).depth,
        heading,
        anchor: count === 0 ? anchor : `${anchor}-${count}`,
        text: "",
      });
      continue;
    }
    const last = sections.at(-1);
    const text = textOf(token);
    if (last !== undefined && text !== "") last.text += `${last.text === "" ? "" : " "}${text}`;
  }
  return sections;
}

/** @param target resolves links; a link without a target is shown as text */
export function renderMarkdown(markdown: string, target: Target): Rendered {
  const sections = sectionsOf(markdown);
  let headings = 0;
  let regions = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const { anchor = "", heading = "" } = sections[headings] ?? {};
        headings += 1;
        const text = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${escaped(anchor)}">${text}</h1>\n`;
        const link = `<a class="anchor" href="#${escaped(anchor)}" aria-label="Link to ${escaped(heading)}">#</a>`;
        return `<h${depth} id="${escaped(anchor)}">${text} ${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = target(href);
        if (address === undefined) return text;
        const rel = /^https?:/.test(address) ? ' rel="noopener noreferrer"' : "";
        return `<a href="${escaped(address)}"${rel}>${text}</a>`;
      },
      // A wide table scrolls by itself, also by the keyboard.
      table(token) {
        regions += 1;
        const row = (cells: Tokens.TableCell[], kind: "td" | "th") =>
          `<tr>${cells
            .map(
              (each) =>
                `<${kind}${kind === "th" ? ' scope="col"' : ""}>${this.parser.parseInline(each.tokens)}</${kind}>`,
            )
            .join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("\n");
        return (
          `<div class="wide" role="region" aria-label="Table ${regions}" tabindex="0"><table>\n<thead>` +
          `${row(token.header, "th")}</thead>\n<tbody>\n${body}\n</tbody></table></div>\n`
        );
      },
      code({ text, lang }) {
        regions += 1;
        const language = lang ? ` class="language-${escaped(lang)}"` : "";
        return `<pre role="region" aria-label="Code ${regions}" tabindex="0"><code${language}>${text
          .replaceAll("&", "&amp;")
          .replaceAll("<", "&lt;")}</code></pre>\n`;
      },
      image: ({ text }) => escaped(text),
      // Comments, and no other HTML is wanted.
      html: () => "",
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title: sections[0]?.heading ?? "", html, sections };
}

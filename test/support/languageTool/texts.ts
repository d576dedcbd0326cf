/** Prose of documents and of the explorer, as LanguageTool's annotations: code is markup that reads as a noun. */
import { marked, type Token, type Tokens } from "marked";
import { parseAst } from "vite";

export type Annotation = { text: string } | { markup: string; interpretAs?: string };

const paragraphEnd: Annotation = { markup: "\n\n", interpretAs: "\n\n" };
const code = (raw: string): Annotation => ({ markup: raw, interpretAs: "Code" });
/** The parser escapes what HTML would read. */
const plain = (text: string) =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

function inlineAnnotations(tokens: readonly Token[]): Annotation[] {
  return tokens.flatMap((token): Annotation[] => {
    if (token.type === "codespan") return [code(token.raw)];
    if ("tokens" in token && token.tokens !== undefined) return inlineAnnotations(token.tokens);
    if (token.type === "text" || token.type === "escape")
      return [{ text: plain((token as Tokens.Text).text) }];
    return token.type === "br" ? [{ text: "\n" }] : [];
  });
}

function blockAnnotations(token: Token): Annotation[] {
  switch (token.type) {
    case "heading":
    case "paragraph":
    case "text":
      return [...inlineAnnotations((token as Tokens.Paragraph).tokens ?? []), paragraphEnd];
    case "list":
      return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.flatMap(blockAnnotations));
    case "blockquote":
      return (token as Tokens.Blockquote).tokens.flatMap(blockAnnotations);
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flat().flatMap(({ tokens }) => [...inlineAnnotations(tokens), paragraphEnd]);
    }
    default:
      return [];
  }
}

/** Headings, paragraphs, list items and table cells; no code blocks. */
export const markdownAnnotations = (text: string): Annotation[] =>
  marked.lexer(text).flatMap(blockAnnotations);

type SyntaxNode = { type: string; value?: unknown; quasis?: { value: { cooked: string } }[] };

/** Several words that begin as a sentence does: class names, paths and units don't. */
const isProse = (text: string) => /^\s*[A-Z][^<>{}]*\s\S+\s\S/.test(text) && !/^[A-Z0-9_ ]+$/.test(text);

/** String literals, templates and JSX texts of a component that read as sentences. */
export function componentAnnotations(source: string): Annotation[] {
  const annotations: Annotation[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, value, quasis } = node as SyntaxNode;
    if ((type === "Literal" || type === "JSXText") && typeof value === "string" && isProse(value))
      annotations.push({ text: value.replaceAll(/\s+/g, " ").trim() }, paragraphEnd);
    if (type === "TemplateLiteral" && quasis !== undefined) {
      const texts = quasis.map((quasi) => quasi.value.cooked);
      if (isProse(texts.join("X")))
        annotations.push(
          ...texts.flatMap((text, place) => (place === 0 ? [{ text }] : [code("…"), { text }])),
          paragraphEnd,
        );
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(source, { lang: "tsx" }));
  return annotations;
}

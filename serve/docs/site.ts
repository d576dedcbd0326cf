/**
 * The documentation: the files of docs/ as pages, in the order of the list below; a file missing from it comes last.
 * Read at the first request, and kept: it changes with the program only.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { escaped, type Rendered, renderMarkdown, type Section } from "./markdown.ts";

const root = join(import.meta.dirname, "../..");

/** Parts of the navigation: paths below docs/, or of the project. */
const parts: readonly { title: string; files: readonly string[] }[] = [
  {
    title: "Start",
    files: ["docs/index.md", "docs/quick-start.md", "docs/recipes.md", "docs/command-line.md"],
  },
  {
    title: "Concepts",
    files: [
      "docs/concepts.md",
      ...["ethereum", "solana", "cosmos", "polkadot", "cardano", "avalanche", "eigenlayer", "polygon"].map(
        (name) => `docs/concepts/${name}.md`,
      ),
    ],
  },
  {
    title: "Query",
    files: [
      "docs/api-overview.md",
      "docs/explorer.md",
      "docs/sql.md",
      "docs/exports.md",
      "docs/clients.md",
      "docs/explain.md",
      "docs/notebook.md",
    ],
  },
  {
    title: "Warehouse",
    files: [
      "docs/warehouse.md",
      ...["eth", "cosmos", "solana", "polkadot", "cardano", "avalanche", "eigenlayer", "polygon"].map(
        (name) => `docs/warehouse/${name}.md`,
      ),
    ],
  },
  {
    title: "Operate",
    files: [
      ...[
        "docs/deployment.md",
        "docs/settings.md",
        "docs/operating.md",
        "docs/operations.md",
        "docs/measures.md",
      ],
      ...["SECURITY.md", "docs/promises.md", "ARCHITECTURE.md"],
    ],
  },
];

export type DocsPage = {
  /** Path below /docs, `""` of the first one. */
  path: string;
  /** Path of its file in the project. */
  file: string;
  title: string;
  /** The text as HTML, rendered at the first request: all pages together take half a second. */
  render(): Rendered;
};

export type DocsSite = {
  pages: ReadonlyMap<string, DocsPage>;
  navigation: readonly { title: string; pages: readonly DocsPage[] }[];
};

function pathOf(file: string): string {
  const name = file.replace(/^docs\//, "").replace(/\.md$/, "");
  return name === "index" ? "" : name.toLowerCase();
}

/** Existing files of docs/, as paths of the project. */
function listFiles(): string[] {
  return readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.split(sep).join("/")}`)
    .filter((name) => name.endsWith(".md"))
    .sort();
}

const imagePattern = /^docs\/images\/[a-z0-9-]+\.png$/;

/** Routes of the server that pages may link to. */
const routes = /^\/(?:docs|openapi\.json|dictionary\.json|status|metrics|healthz|readyz|v[01]\/)?/;

/**
 * Where a link in a file leads: to a page, to a route of this server, out of it; undefined: to a file that only the
 * project's folder has.
 */
function targetOf(
  file: string,
  href: string,
  { sitePaths, basePath }: { sitePaths: ReadonlySet<string>; basePath: string },
) {
  if (/^(?:https?:|mailto:|#)/.test(href)) return href;
  if (href.startsWith("/")) return routes.test(href) ? `${basePath}${href}` : undefined;
  const [path = "", anchor] = href.split("#");
  const target = posix.normalize(posix.join(dirname(file), path));
  if (imagePattern.test(target)) return `${basePath}/${target}`;
  if (!sitePaths.has(target)) return undefined;
  const page = pathOf(target);
  return `${basePath}/docs${page === "" ? "" : `/${page}`}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** @param basePath path that a proxy serves the API under; "": the root */
export function loadSite(basePath: string): DocsSite {
  const there = listFiles();
  const listed = parts.flatMap(({ files }) => files).filter((file) => existsSync(join(root, file)));
  const others = there.filter((file) => !listed.includes(file));
  const sitePaths = new Set([...listed, ...others]);
  const pages = new Map<string, DocsPage>();
  for (const file of sitePaths) {
    const markdown = readFileSync(join(root, file), "utf8");
    let rendered: Rendered | undefined;
    pages.set(pathOf(file), {
      path: pathOf(file),
      file,
      title: /^# (.+)$/m.exec(markdown)?.[1] ?? file,
      render: () => {
        rendered ??= renderMarkdown(markdown, (href) => targetOf(file, href, { sitePaths, basePath }));
        return rendered;
      },
    });
  }
  const pagesOf = (files: readonly string[]) => files.flatMap((file) => pages.get(pathOf(file)) ?? []);
  const navigation = [...parts, { title: "More", files: others }]
    .map(({ title, files }) => ({ title, pages: pagesOf(files) }))
    .filter((part) => part.pages.length > 0);
  return { pages, navigation };
}

const hrefOf = (basePath: string, path: string) =>
  escaped(`${basePath}/docs${path === "" ? "" : `/${path}`}`);

function navigationHtml(site: DocsSite, basePath: string, current: string): string {
  const item = ({ path, title }: Pick<DocsPage, "path" | "title">) =>
    `<li><a href="${hrefOf(basePath, path)}"${path === current ? ' aria-current="page"' : ""}>${escaped(title)}</a></li>`;
  const api = { path: "api", title: "API reference" };
  return site.navigation
    .map(({ title, pages }, place) => {
      const items = [...pages, ...(title === "Query" ? [api] : [])].map(item).join("\n");
      return `<p id="part-${place}">${escaped(title)}</p>\n<ul aria-labelledby="part-${place}">\n${items}\n</ul>`;
    })
    .join("\n");
}

/** Headings of a long page, to jump to. */
function contentsHtml(sections: readonly Section[]): string {
  const second = sections.filter(({ depth }) => depth === 2);
  if (second.length < 3) return "";
  const items = second.map(
    ({ anchor, heading }) => `<li><a href="#${escaped(anchor)}">${escaped(heading)}</a></li>`,
  );
  return `<details class="contents"><summary>On this page</summary>\n<ul>\n${items.join("\n")}\n</ul></details>\n`;
}

type Shown = { path: string; title: string; html: string; sections: readonly Section[]; query?: string };

/** A whole document. It has no script; its style is a file. */
export function pageHtml(site: DocsSite, basePath: string, shown: Shown): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(shown.title)} · Validator Analytics</title>
<link rel="stylesheet" href="${escaped(basePath)}/docs/style.css">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="home" href="${hrefOf(basePath, "")}">Validator Analytics</a>
<a class="to-pages" href="#pages">Pages</a>
<form action="${escaped(basePath)}/docs/search" role="search">
<input type="search" name="q" maxlength="100" aria-label="Search the documentation" placeholder="Search" value="${escaped(shown.query ?? "")}">
<button>Search</button>
</form>
</header>
<div class="frame">
<nav aria-label="Documentation" id="pages">
${navigationHtml(site, basePath, shown.path)}
</nav>
<main id="content">
${contentsHtml(shown.sections)}${shown.html}
</main>
</div>
</body>
</html>
`;
}

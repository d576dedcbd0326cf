/** Lines of TypeScript that processes executed, out of what Node writes where NODE_V8_COVERAGE says. */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

type Range = { startOffset: number; endOffset: number; count: number };
type Script = { url: string; functions: { ranges: Range[] }[] };
type SourceMapPayload = ConstructorParameters<typeof SourceMap>[0];
type Written = {
  result: Script[];
  "source-map-cache"?: Record<string, { lineLengths: number[]; data: SourceMapPayload | null }>;
};

/** What a process executed of a script, a byte a character: inner ranges say more than those around them. */
function executedCharacters({ functions }: Script): Uint8Array {
  const ranges = functions
    .flatMap(({ ranges }) => ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const characters = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset, count } of ranges)
    characters.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return characters;
}

/** The source's lines of which something was executed. Only where a piece of the source begins is its line certain. */
function linesOf(characters: Uint8Array, lineLengths: readonly number[], map: SourceMap): Set<number> {
  const lines = new Set<number>();
  let offset = 0;
  for (const [line, length] of lineLengths.entries()) {
    for (let column = 0; column < length; column++) {
      if (characters[offset + column] !== 1) continue;
      const entry = map.findEntry(line, column);
      if ("originalLine" in entry && entry.generatedLine === line && entry.generatedColumn === column)
        lines.add(entry.originalLine + 1);
    }
    offset += length + 1;
  }
  return lines;
}

/**
 * @param files what processes wrote at their end
 * @param root scripts elsewhere, and packages, are left out
 * @returns lines by path, the first is 1
 */
export function executedLines(files: readonly string[], root: string): Map<string, Set<number>> {
  const base = pathToFileURL(root).href;
  const scripts = new Map<
    string,
    { characters: Uint8Array; lineLengths: number[]; data: SourceMapPayload }
  >();
  for (const file of files) {
    const { result, "source-map-cache": maps = {} } = JSON.parse(readFileSync(file, "utf8")) as Written;
    for (const script of result) {
      const map = maps[script.url];
      if (!script.url.startsWith(`${base}/`) || script.url.includes("/node_modules/") || !map?.data) continue;
      const characters = executedCharacters(script);
      const known = scripts.get(script.url);
      if (known === undefined)
        scripts.set(script.url, { characters, lineLengths: map.lineLengths, data: map.data });
      else for (const [at, value] of characters.entries()) if (value === 1) known.characters[at] = 1;
    }
  }
  return new Map(
    [...scripts].map(([url, { characters, lineLengths, data }]) => [
      fileURLToPath(url),
      linesOf(characters, lineLengths, new SourceMap(data)),
    ]),
  );
}

/** Lines of TypeScript that processes executed, from Node's output in the folder NODE_V8_COVERAGE. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type EncodedSourceMap, eachMapping, TraceMap } from "@jridgewell/trace-mapping";

type Range = { startOffset: number; endOffset: number; count: number };
type Script = { url: string; functions: { ranges: Range[] }[] };
type Written = {
  result: Script[];
  "source-map-cache"?: Record<string, { lineLengths: number[]; data: EncodedSourceMap | null }>;
};
/** The sources of a script. */
type Origin = {
  map: TraceMap;
  lineLengths: readonly number[];
  /** Paths of its sources; undefined for packages. */
  paths: readonly (string | undefined)[];
};

/** The executed characters of a script, a byte a character: inner ranges override those around them. */
function executedCharacters({ functions }: Script): Uint8Array {
  const ranges = functions
    .flatMap(({ ranges }) => ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const characters = new Uint8Array(Math.max(0, ...ranges.map(({ endOffset }) => endOffset)));
  for (const { startOffset, endOffset, count } of ranges)
    characters.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return characters;
}

/** Adds the sources' executed lines. Only the line at which a piece of a source begins is certain. */
function addLines(characters: Uint8Array, origin: Origin, lines: Map<string, Set<number>>): void {
  const starts = [0];
  for (const length of origin.lineLengths) starts.push((starts.at(-1) ?? 0) + length + 1);
  const pathOf = new Map(origin.map.sources.map((source, i) => [source, origin.paths[i]]));
  eachMapping(origin.map, ({ generatedLine, generatedColumn, source, originalLine }) => {
    const path = pathOf.get(source);
    const start = starts[generatedLine - 1];
    if (path === undefined || originalLine === null || start === undefined) return;
    if (characters[start + generatedColumn] !== 1) return;
    const pathLines = lines.get(path) ?? new Set();
    lines.set(path, pathLines.add(originalLine));
  });
}

const isOurs = (path: string, root: string) =>
  path.startsWith(`${root}/`) && !path.includes("/node_modules/");

/** For a script with a source map next to it: a bundle. @returns undefined when there is none */
function bundledFrom(url: string, root: string): Origin | undefined {
  const script = fileURLToPath(url);
  if (!existsSync(`${script}.map`)) return undefined;
  const map = JSON.parse(readFileSync(`${script}.map`, "utf8")) as EncodedSourceMap;
  const paths = map.sources.map((source) => resolve(dirname(script), source ?? ""));
  return {
    map: new TraceMap(map),
    lineLengths: readFileSync(script, "utf8")
      .split("\n")
      .map(({ length }) => length),
    paths: paths.map((path) => (isOurs(path, root) ? path : undefined)),
  };
}

/** For a source that ran unbundled, whose map the process has written. */
function loadedFrom(url: string, root: string, maps: Written["source-map-cache"] = {}): Origin | undefined {
  const cached = maps[url];
  const path = fileURLToPath(url);
  if (!cached?.data || !isOurs(path, root)) return undefined;
  return { map: new TraceMap(cached.data), lineLengths: cached.lineLengths, paths: [path] };
}

/**
 * @param files the coverage that processes wrote at their end
 * @param root scripts elsewhere, and packages, are left out, unless they are bundles of scripts below it
 * @returns lines by path, the first is 1
 */
export function executedLines(files: readonly string[], root: string): Map<string, Set<number>> {
  const executed = new Map<string, Uint8Array>();
  const origins = new Map<string, Origin | undefined>();
  for (const file of files) {
    const { result, "source-map-cache": maps } = JSON.parse(readFileSync(file, "utf8")) as Written;
    for (const script of result) {
      const { url } = script;
      if (!url.startsWith(pathToFileURL("/").href)) continue;
      if (!origins.has(url)) origins.set(url, bundledFrom(url, root) ?? loadedFrom(url, root, maps));
      if (origins.get(url) === undefined) continue;
      const characters = executedCharacters(script);
      const earlier = executed.get(url);
      if (earlier === undefined) executed.set(url, characters);
      else for (const [at, value] of characters.entries()) if (value === 1) earlier[at] = 1;
    }
  }
  const lines = new Map<string, Set<number>>();
  for (const [url, characters] of executed) addLines(characters, origins.get(url) as Origin, lines);
  return lines;
}

/**
 * Pins third-party images to the digests that their tags have at the registry now, in the files that name them.
 *   make image-digests            writes them; run it again to update them
 * It queries registries with Docker (buildx), so it works wherever images can be pulled.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const files = ["docker-compose.yml", "docker-compose.embedded.yml", "Dockerfile"];

/** Images with a tag, and where they are named; ours has none. */
const imagePattern = /^(\s*image:\s+|ARG NODE_IMAGE=)([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s*$)/gm;
const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** The text with a digest after every tag. @throws Error when a registry returns none */
export function pinImages(text: string, digestOf: (image: string) => string): string {
  return text.replace(imagePattern, (_, before: string, image: string) => {
    const digest = digestOf(image).trim();
    if (!digestPattern.test(digest)) throw new Error(`${image}: "${digest}" is no digest`);
    return `${before}${image}@${digest}`;
  });
}

/** The digest of the multi-platform index if there is one, so that every machine pulls its own image. */
function inspectImage(image: string): string {
  const args = ["buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"];
  return execFileSync("docker", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

if (import.meta.filename === process.argv[1]) {
  const root = process.argv[2] ?? join(import.meta.dirname, "..");
  // All digests are read before any file is changed.
  const pinned = files.map((name) => {
    const path = join(root, name);
    return { path, text: pinImages(readFileSync(path, "utf8"), inspectImage) };
  });
  for (const { path, text } of pinned) writeFileSync(path, text);
  for (const { text } of pinned)
    for (const [line] of text.matchAll(imagePattern)) process.stdout.write(`${line.trim()}\n`);
}

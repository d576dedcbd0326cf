/**
 * Pins the images of others by digest, in the files that name them: what each tag is at its registry now.
 *   make image-digests            writes them; run it again to move to what the tags have become
 * It asks with Docker (buildx), so it works wherever images can be pulled.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const files = ["docker-compose.yml", "docker-compose.embedded.yml", "Dockerfile"];

/** Images with a tag, and where they are named; ours has none. */
const imagePattern = /^(\s*image:\s+|ARG NODE_IMAGE=)([\w./-]+:[\w.-]+)(?:@sha256:[0-9a-f]{64})?(?=\s*$)/gm;
const digestPattern = /^sha256:[0-9a-f]{64}$/;

/** The text with a digest behind every tag. @throws Error when a registry names none */
export function pinImages(text: string, digestOf: (image: string) => string): string {
  return text.replace(imagePattern, (_, before: string, image: string) => {
    const digest = digestOf(image).trim();
    if (!digestPattern.test(digest)) throw new Error(`${image}: "${digest}" is no digest`);
    return `${before}${image}@${digest}`;
  });
}

/** Of the list of platforms, where there is one, so that every machine finds its own. */
function askDocker(image: string): string {
  const args = ["buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"];
  return execFileSync("docker", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

if (import.meta.filename === process.argv[1]) {
  const root = process.argv[2] ?? join(import.meta.dirname, "..");
  // All are asked before any file is changed.
  const pinned = files.map((name) => {
    const path = join(root, name);
    return { path, text: pinImages(readFileSync(path, "utf8"), askDocker) };
  });
  for (const { path, text } of pinned) writeFileSync(path, text);
  for (const { text } of pinned)
    for (const [line] of text.matchAll(imagePattern)) process.stdout.write(`${line.trim()}\n`);
}

/** LanguageTool's HTTP server in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fetchJars, quickJava } from "../kafka/jars.ts";
import { freePorts } from "../kafka/ports.ts";
import type { Annotation } from "./texts.ts";

/** One finding: the rule's name, what it says, and the text around the place. */
export type LanguageMatch = { rule: string; message: string; context: string };

type Answer = {
  matches: {
    message: string;
    context: { text: string; offset: number; length: number };
    rule: { id: string };
  }[];
};

/** cspell checks spelling, with the project's own words. */
const disabledRules = ["MORFOLOGIK_RULE_EN_US"];

export type LanguageTool = {
  check(annotation: readonly Annotation[]): Promise<LanguageMatch[]>;
  stop(): Promise<void>;
};

/** Starts the server on a free port; the jars (245 MB) are fetched once. */
export async function startLanguageTool(): Promise<LanguageTool> {
  const jars = await fetchJars(join(import.meta.dirname, "pom.xml"));
  const [port = 0] = await freePorts(1);
  const classPath = ["-cp", join(jars, "*"), "org.languagetool.server.HTTPServer", "--port", String(port)];
  const child = spawn("java", [...quickJava, "-Xmx1500m", ...classPath], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Server started")) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (status) => reject(new Error(`LanguageTool exited with ${status}: ${output}`)));
  });

  return {
    check: async (annotation) => {
      const body = new URLSearchParams({
        language: "en-US",
        disabledRules: disabledRules.join(","),
        data: JSON.stringify({ annotation }),
      });
      const response = await fetch(`http://127.0.0.1:${port}/v2/check`, { method: "POST", body });
      if (!response.ok) throw new Error(`LanguageTool: ${response.status} ${await response.text()}`);
      const { matches } = (await response.json()) as Answer;
      return matches.map(({ rule, message, context: { text, offset, length } }) => ({
        rule: rule.id,
        message,
        context: `${text.slice(0, offset)}[${text.slice(offset, offset + length)}]${text.slice(offset + length)}`,
      }));
    },
    stop: async () => {
      const hasExited = once(child, "exit");
      child.kill();
      await hasExited;
    },
  };
}

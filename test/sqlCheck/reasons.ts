/**
 * Reasons that are written in the SQL: `-- allow <rule>: why`, on the line that a finding names or above it. They are
 * understood here alone; a rule doesn't know of them.
 */

import { scanSql } from "../../lib/sql/scan.ts";
import { blankComments, lineAt, type Place, readRaw } from "./source.ts";

export type Reason = {
  rule: string;
  why: string;
  at: Place;
  /** The line that it is about: its own, or the next one with code. */
  about: number;
};

const reasonPattern = /^--\s*allow\s+([\w-]+)\s*:?\s*(.*?)\s*$/;
const isInclude = (comment: string) => comment.startsWith("/* include ");

export function parseReasons(path: string, content: string): Reason[] {
  const code = blankComments(content, isInclude).split("\n");
  return scanSql(content).comments.flatMap(({ start, end }) => {
    const [, rule, why] = reasonPattern.exec(content.slice(start, end)) ?? [];
    if (rule === undefined || why === undefined) return [];
    const line = lineAt(content, start);
    const next = code.findIndex((text, index) => index + 1 >= line && text.trim() !== "");
    return [{ rule, why, at: { path, line }, about: next === -1 ? line : next + 1 }];
  });
}

/** The reasons of a file, without those of its includes. */
export function readReasons(path: string, folder: string): Reason[] {
  return parseReasons(path, readRaw(path, folder));
}

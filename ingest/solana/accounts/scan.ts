/**
 * Walks a getProgramAccounts answer account by account, however its bytes are cut: a list, or a list with its slot.
 * As strict as JSON.parse, except that a field may not occur twice.
 */
import { SourceError } from "../../../lib/errors.ts";
import { createPieceWalker } from "../../json/pieces.ts";
import { readString } from "../../json/read.ts";
import {
  closeBrace,
  closeBracket,
  comma,
  malformed,
  needMore,
  openBrace,
  openBracket,
  quote,
  skipColon,
  skipString,
  skipValue,
} from "../../json/skip.ts";
import { toSourceError } from "../api/errors.ts";
import { type Account, createAccountReader } from "./account.ts";

export type AccountScanner = {
  /** The piece is read before this returns, and not kept. @throws SourceError also for a node's error */
  push(piece: Buffer): void;
  /** @throws SourceError `truncated` if the text ended early, `bad_answer` if it held no list */
  end(): void;
};

type State =
  | "start"
  | "firstField"
  | "field"
  | "afterField"
  | "firstAccount"
  | "account"
  | "afterAccount"
  | "end";

/** An account has up to 10 MB, a third more in base64. */
const elementBytesMax = 16_777_216;

/** Consumers of the accounts, and of their slot. */
type Takers = { account: (account: Account) => void; slot: (slot: number) => void };

export function createAccountScanner(method: string, take: Takers): AccountScanner {
  const reader = createAccountReader();
  const seen = new Set<string>();
  let state: State = "start";
  let isInResult = false;
  let hasList = false;

  /** Enters the result or its list, if this is one. */
  function openValue(name: string, bytes: Buffer, position: number): number | undefined {
    const byte = bytes[position];
    if (name !== (isInResult ? "value" : "result")) return undefined;
    if (byte === openBracket) {
      hasList = true;
      state = "firstAccount";
      return position + 1;
    }
    if (byte !== openBrace || isInResult) return undefined;
    isInResult = true;
    state = "firstField";
    return position + 1;
  }

  function closeObject(position: number): number {
    state = isInResult ? "afterField" : "end";
    isInResult = false;
    return position + 1;
  }

  /** Reads a small value, or skips an unused one. */
  function readSmall(name: string, bytes: Buffer, start: number, limit: number): number {
    const end = skipValue(bytes, start, limit);
    if (end === needMore) return needMore;
    state = "afterField";
    const value = () => JSON.parse(bytes.toString("utf8", start, end)) as unknown;
    if (!isInResult && name === "error") {
      const error = value();
      if (error !== null) throw toSourceError(method, error);
    }
    if (isInResult && name === "context") {
      const slot = (value() as { slot?: unknown } | null)?.slot;
      if (Number.isSafeInteger(slot)) take.slot(slot as number);
    }
    return end;
  }

  function stepField(bytes: Buffer, start: number, limit: number): number {
    if (bytes[start] !== quote) throw malformed("a field name was expected");
    const nameEnd = skipString(bytes, start, limit);
    if (nameEnd === needMore) return needMore;
    const position = skipColon(bytes, nameEnd, limit);
    if (position >= limit) return needMore;
    const name = readString(bytes, start, nameEnd);
    const place = `${isInResult ? "result" : "answer"}: ${name}`;
    const end = openValue(name, bytes, position) ?? readSmall(name, bytes, position, limit);
    if (end === needMore) return needMore;
    if (seen.has(place)) throw malformed("the answer has a field twice");
    seen.add(place);
    return end;
  }

  function stepAccount(bytes: Buffer, position: number, limit: number): number {
    const end = reader.read(bytes, position, limit);
    if (end === needMore) return needMore;
    state = "afterAccount";
    take.account(reader.account());
    return end;
  }

  /** One token; returns the new position, or needMore. */
  function step(bytes: Buffer, position: number, limit: number): number {
    const byte = bytes[position];
    switch (state) {
      case "firstAccount":
        if (byte !== closeBracket) return stepAccount(bytes, position, limit);
        state = "afterField";
        return position + 1;
      case "account":
        return stepAccount(bytes, position, limit);
      case "afterAccount":
        if (byte === comma) state = "account";
        else if (byte === closeBracket) state = "afterField";
        else throw malformed("a comma was expected between accounts");
        return position + 1;
      case "start":
        if (byte !== openBrace) throw malformed("the answer is not an object");
        state = "firstField";
        return position + 1;
      case "firstField":
        return byte === closeBrace ? closeObject(position) : stepField(bytes, position, limit);
      case "field":
        return stepField(bytes, position, limit);
      case "afterField":
        if (byte === closeBrace) return closeObject(position);
        if (byte !== comma) throw malformed("a comma was expected between fields");
        state = "field";
        return position + 1;
      case "end":
        throw malformed("unexpected text after the end of the response");
    }
  }

  const push = createPieceWalker({ step, longest: { bytes: elementBytesMax, name: "an account" } });

  function end(): void {
    if (state !== "end")
      throw new SourceError(`${method}: the answer ended in mid-JSON`, { code: "truncated" });
    if (!hasList) throw new SourceError(`${method}: an answer without accounts`, { code: "bad_answer" });
  }

  return { push, end };
}

/** Walks the list of a bulk answer, element by element, however its bytes are cut. */
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

export type Scanner = {
  /** The piece is read before this returns, and not kept. */
  push(piece: Uint8Array): void;
  /** @throws SourceError `truncated` if the text ended early. */
  end(): void;
};

type State = "start" | "field" | "element" | "afterElement" | "afterField" | "end";

/** No element of a bulk answer is longer (a committee of 131,072 members has 1.4 MB). */
const elementBytesMax = 8_388_608;

/**
 * Walks `{…, "data": [ … ], …}` and calls `readElement` at each element of `data`.
 * `readElement` returns the position after the element, or `needMore`, in which case it is called again for the
 * same element with more bytes: it must not keep what it read of it.
 */
export function createArrayScanner(
  readElement: (bytes: Uint8Array, position: number, limit: number) => number,
): Scanner {
  let state: State = "start";
  let hasData = false;

  /** One token; returns the new position, or needMore. */
  function step(bytes: Uint8Array, position: number, limit: number): number {
    const byte = bytes[position];
    switch (state) {
      case "element": {
        if (byte === closeBracket) {
          state = "afterField";
          return position + 1;
        }
        const end = readElement(bytes, position, limit);
        if (end !== needMore) state = "afterElement";
        return end;
      }
      case "afterElement":
        if (byte === comma) state = "element";
        else if (byte === closeBracket) state = "afterField";
        else throw malformed("a comma was expected between elements");
        return position + 1;
      case "start":
        if (byte !== openBrace) throw malformed("the answer is not an object");
        state = "field";
        return position + 1;
      case "field":
        return byte === closeBrace ? finish(position) : stepField(bytes, position, limit);
      case "afterField":
        if (byte === closeBrace) return finish(position);
        if (byte !== comma) throw malformed("a comma was expected between fields");
        state = "field";
        return position + 1;
      case "end":
        throw malformed("unexpected text after the end of the response");
    }
  }

  function finish(position: number): number {
    state = "end";
    return position + 1;
  }

  function stepField(bytes: Uint8Array, start: number, limit: number): number {
    if (bytes[start] !== quote) throw malformed("a field name was expected");
    const nameEnd = skipString(bytes, start, limit);
    if (nameEnd === needMore) return needMore;
    const position = skipColon(bytes, nameEnd, limit);
    if (position >= limit) return needMore;
    if (readString(bytes, start, nameEnd) === "data" && bytes[position] === openBracket) {
      hasData = true;
      state = "element";
      return position + 1;
    }
    const end = skipValue(bytes, position, limit);
    if (end !== needMore) state = "afterField";
    return end;
  }

  const push = createPieceWalker({ step, longest: { bytes: elementBytesMax, name: "an element" } });

  function end(): void {
    if (state !== "end") {
      throw new SourceError("the answer ended in mid-JSON", { code: "truncated" });
    }
    if (!hasData) throw malformed('there is no "data" list');
  }

  return { push, end };
}

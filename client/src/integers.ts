/** Strings of JSON, which are left alone, and its numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** What a text without such digits needs no second look for: 2^53 has 16 of them. */
const manyDigits = /\d{16}/;
const wholeNumber = /^-?\d{16,}$/;
/** No key of an answer. */
const mark = "\u0000integer";

function revive(_: string, value: unknown): unknown {
  if (typeof value === "object" && value !== null && mark in value) return BigInt(String(value[mark]));
  return value;
}

/** `JSON.parse`, but an integer that a number doesn't hold exactly, beyond 2^53, becomes a bigint. */
export function parseExact(text: string): unknown {
  if (!manyDigits.test(text)) return JSON.parse(text);
  let hasMarks = false;
  const marked = text.replace(tokens, (token) => {
    if (!wholeNumber.test(token) || Number.isSafeInteger(Number(token))) return token;
    hasMarks = true;
    return `{"${mark.replace("\u0000", "\\u0000")}":"${token}"}`;
  });
  return hasMarks ? JSON.parse(marked, revive) : JSON.parse(text);
}

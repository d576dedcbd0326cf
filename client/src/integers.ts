/** Strings of JSON, which are left alone, and its numbers. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Texts without a run of 16 digits, the length of 2^53, need no second pass. */
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

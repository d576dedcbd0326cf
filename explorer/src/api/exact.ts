/** Numbers of answers with all their digits: those that JavaScript would round stay text. */

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Numbers of up to 15 digits are read back as they were written. */
const safeDigits = 15;

/** JSON whose longer numbers are strings; strings of the answer itself stay as they are. */
export function exactJson(text: string): string {
  return text.replace(tokens, (token) => {
    if (token.startsWith('"') || token.length <= safeDigits) return token;
    const digits = token
      .replace(/[eE].*$/, "")
      .replace(/\D/g, "")
      .replace(/^0+/, "");
    return digits.length <= safeDigits || String(Number(token)) === token ? token : `"${token}"`;
  });
}

/** JSON that keeps numbers as written: lovelace exceed 2^53, and a margin has more digits than a double. */

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Numbers that a double can't hold exactly become text. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  const quoted = text.replace(tokens, (token) =>
    token.startsWith('"') || (/^-?\d+$/.test(token) && Number.isSafeInteger(Number(token)))
      ? token
      : `"${token}"`,
  );
  return JSON.parse(quoted);
}

/**
 * A number's text without an exponent, cut off after 18 decimals.
 * @throws RangeError for anything but a number of at least 0
 */
export function plainDecimal(text: string): string {
  const [, whole = "", decimals = "", exponent = "0"] =
    /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text.trim()) ?? [];
  if (whole === "") throw new RangeError(`"${text}" is no number of at least 0`);
  const shift = Number(exponent);
  const padded =
    shift >= 0 ? whole + decimals.padEnd(shift, "0") : whole.padStart(-shift + 1, "0") + decimals;
  const point = shift >= 0 ? whole.length + shift : Math.max(whole.length, -shift + 1) + shift;
  const fraction = padded.slice(point, point + 18).replace(/0+$/, "");
  const integer = padded.slice(0, point).replace(/^0+(?=\d)/, "");
  return fraction === "" ? integer : `${integer}.${fraction}`;
}

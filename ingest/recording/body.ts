/** Bodies of answers as text inside a JSON line, piece by piece. */

export type BodyEncoder = {
  field: "body" | "body_base64";
  /** What the piece adds to the JSON string. @throws TypeError for text that isn't UTF-8 */
  push(piece: Uint8Array): string;
  end(): string;
};

function createTextEncoder(): BodyEncoder {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  return {
    field: "body",
    push: (piece) => escaped(decoder.decode(piece, { stream: true })),
    end: () => escaped(decoder.decode()),
  };
}

/** Three bytes are four letters: what is left over waits for the next piece. */
function createBase64Encoder(): BodyEncoder {
  let rest = Buffer.alloc(0);
  return {
    field: "body_base64",
    push: (piece) => {
      const bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
      const whole = bytes.length - (bytes.length % 3);
      rest = Buffer.from(bytes.subarray(whole));
      return bytes.toString("base64", 0, whole);
    },
    end: () => rest.toString("base64"),
  };
}

/** JSON and other text stay readable; anything else, and what doesn't say what it is, becomes base64. */
export function createBodyEncoder(contentType: string | undefined): BodyEncoder {
  return /^(text\/|application\/([\w.+-]*\+)?json\b)/i.test(contentType ?? "")
    ? createTextEncoder()
    : createBase64Encoder();
}

/**
 * What this process was given to keep to itself: passwords, and the keys that addresses of nodes hold. Whoever reads one
 * from a setting names it here, and errors, log lines and recordings leave it out, whoever says it: nodes and proxies
 * repeat the address they were asked at.
 */

/** Shorter ones stand in too many words. */
const secretLettersMin = 4;
const keyLettersMin = 8;
const mark = "***";

const kept = new Set<string>();
let pattern: RegExp | undefined;

function remember(text: string): void {
  if (text.length < secretLettersMin || kept.has(text)) return;
  kept.add(text);
  const escaped = [...kept]
    .sort((left, right) => right.length - left.length)
    .map((each) => each.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  pattern = new RegExp(escaped.join("|"), "g");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keeps a password or token out of all that is said, as it is and as addresses write it. */
export function keepSecret(text: string): void {
  for (const form of [text, decoded(text), encodeURIComponent(text)]) remember(form);
}

/** A word of small letters is a part of an interface, such as `ethereum` or `mainnet-beta`, not a key. */
const isKey = (text: string) => text.length >= keyLettersMin && !/^[a-z][a-z_-]{0,14}$/.test(text);

/** Keeps what an address holds besides its host: password, user, parts of the path and the query that look like keys. */
export function keepSecretsOf(url: URL): void {
  const { username, password, pathname, searchParams } = url;
  if (password !== "") keepSecret(password);
  if (username !== "" || password !== "")
    keepSecret(Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64"));
  for (const part of [username, ...pathname.split("/"), ...searchParams.values()])
    if (isKey(part)) keepSecret(part);
}

/** Forgets all, between tests that share a process. */
export function forgetSecrets(): void {
  kept.clear();
  pattern = undefined;
}

/** A text in which no secret stands. */
export function withoutSecrets(text: string): string {
  return pattern === undefined ? text : text.replace(pattern, mark);
}

const depthMax = 6;

/** The same data without secrets in its texts. What is no plain data stays as it is. */
export function dataWithoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (pattern === undefined || typeof value !== "object" || value === null || depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((each) => dataWithoutSecrets(each, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, dataWithoutSecrets(each, depth + 1)]),
  );
}

export type SecretEraser = {
  /** The bytes that are sure; the last ones wait for what follows. */
  push(piece: Uint8Array): Buffer;
  /** What waited. */
  end(): Buffer;
};

/** Puts asterisks in place of secrets in bytes that come in pieces, also where one stands across two of them. */
export function createSecretEraser(): SecretEraser {
  const secrets = [...kept].map((text) => Buffer.from(text));
  const waitingBytes = Math.max(0, ...secrets.map(({ length }) => length - 1));
  let waiting: Uint8Array = Buffer.alloc(0);
  return {
    push: (piece) => {
      const bytes = Buffer.concat([waiting, piece]);
      for (const secret of secrets)
        for (let at = bytes.indexOf(secret); at >= 0; at = bytes.indexOf(secret, at + secret.length))
          bytes.fill("*", at, at + secret.length);
      const end = Math.max(0, bytes.length - waitingBytes);
      waiting = bytes.subarray(end);
      return bytes.subarray(0, end);
    },
    end: () => Buffer.from(waiting),
  };
}

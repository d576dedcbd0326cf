/**
 * Secrets of this process: passwords, and the keys in node addresses. Code that reads one from a setting registers it
 * here. Errors, log lines and recordings then omit it, also where a node or a proxy repeats the requested address.
 */

/** Shorter ones are part of too many words. */
const secretLettersMin = 4;
const keyLettersMin = 8;
const mark = "***";

/**
 * Words of our own messages, which a careless password may equal: they are masked only where a password is expected.
 * Other short or plain words stay where they are part of a longer word or name: "validator-***" would reveal the
 * password.
 */
const ourWords = new Set(
  "admin analytics api backup clickhouse database default ethereum guest kafka key mainnet node pass passphrase password postgres public redis root secret server test token user username validator validators validator-analytics validator_analytics warehouse".split(
    " ",
  ),
);
const isPlainWord = (text: string) => /^[a-z][a-z_-]{0,14}$/.test(text);
/** Where a secret is masked: everywhere, as a word of its own, or where a password is expected. */
type Place = "anywhere" | "word" | "role";
function placeOf(text: string): Place {
  if (ourWords.has(text.toLowerCase())) return "role";
  return isPlainWord(text) || text.length < keyLettersMin ? "word" : "anywhere";
}

/** Words that precede a secret. */
const role = "(?:pass(?:word|phrase|wd)?|pwd|token|secret|api[_-]?key|clickhouse-key)";
const roleName = new RegExp(role, "i");
const surroundings: Readonly<Record<Place, (words: string) => RegExp>> = {
  anywhere: (words) => new RegExp(words, "g"),
  word: (words) => new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, "g"),
  role: (words) =>
    new RegExp(
      `(?<=//[^\\s/@:]{0,200}:)(?:${words})(?=@)|(?<=${role}["']{0,2}(?:[ ]{0,2}[:=][ ]{0,2}|[ ])["']?)(?:${words})(?![\\w-])`,
      "gi",
    ),
};

const kept = new Set<string>();
let patterns: RegExp[] = [];

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function remember(text: string): void {
  if (text.length < secretLettersMin || kept.has(text)) return;
  kept.add(text);
  const sorted = [...kept].sort((left, right) => right.length - left.length);
  patterns = (["anywhere", "word", "role"] as const).flatMap((place) => {
    const words = sorted.filter((each) => placeOf(each) === place).map(escaped);
    return words.length === 0 ? [] : [surroundings[place](words.join("|"))];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Registers a password or token as a secret, plain and as encoded in addresses. */
export function keepSecret(text: string): void {
  for (const form of [text, decoded(text), encodeURIComponent(text)]) remember(form);
}

/** A word of small letters is a part of an interface, such as `ethereum` or `mainnet-beta`, not a key. */
const isKey = (text: string) => text.length >= keyLettersMin && !isPlainWord(text);

/** Registers the secrets of an address: password, user, parts of the path and the query that look like keys. */
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
  patterns = [];
}

/** The text with its secrets masked. */
export function withoutSecrets(text: string): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, mark), text);
}

const depthMax = 6;

/** The same data with secrets masked in its texts. Values that are no plain data stay as they are. */
export function dataWithoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (kept.size === 0 || typeof value !== "object" || value === null || depth > depthMax) return value;
  if (Array.isArray(value)) return value.map((each) => dataWithoutSecrets(each, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === "string" && kept.has(each) && roleName.test(name)
        ? mark
        : dataWithoutSecrets(each, depth + 1),
    ]),
  );
}

export type SecretEraser = {
  /** The bytes that are sure; the last ones wait for what follows. */
  push(piece: Uint8Array): Buffer;
  /** The withheld bytes. */
  end(): Buffer;
};

const isNamePart = (byte: number | undefined) =>
  byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
const [colon, at] = [58, 64];

/** Whether a secret in bytes is masked. Nodes' answers contain passwords only in addresses. */
function isInPlace(place: Place, before: number | undefined, after: number | undefined): boolean {
  if (place === "role") return before === colon && after === at;
  return place === "anywhere" || !(isNamePart(before) || isNamePart(after));
}

/** Replaces secrets with asterisks in bytes that arrive in pieces, also across two pieces. */
export function createSecretEraser(): SecretEraser {
  const secrets = [...kept].map((text) => ({ bytes: Buffer.from(text), place: placeOf(text) }));
  // With what follows a secret, which may have to be seen.
  const waitingBytes = Math.max(0, ...secrets.map(({ bytes }) => bytes.length));
  let waiting: Uint8Array = Buffer.alloc(0);
  let before: number | undefined;

  function erase(bytes: Buffer, isEnd: boolean): void {
    for (const { bytes: secret, place } of secrets)
      for (let start = bytes.indexOf(secret); start >= 0; ) {
        const end = start + secret.length;
        const isSure = isEnd || end < bytes.length || place === "anywhere";
        const isErased = isSure && isInPlace(place, start === 0 ? before : bytes[start - 1], bytes[end]);
        if (isErased) bytes.fill("*", start, end);
        start = bytes.indexOf(secret, isErased ? end : start + 1);
      }
  }

  return {
    push: (piece) => {
      const bytes = Buffer.concat([waiting, piece]);
      erase(bytes, false);
      const end = Math.max(0, bytes.length - waitingBytes);
      waiting = bytes.subarray(end);
      before = end === 0 ? before : bytes[end - 1];
      return bytes.subarray(0, end);
    },
    end: () => {
      const bytes = Buffer.from(waiting);
      erase(bytes, true);
      return bytes;
    },
  };
}

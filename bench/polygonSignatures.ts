/**
 * Real signatures of many keys over one hash after another. A key's nonces are consecutive, so each point is one addition
 * away from the previous one: unsafe for real keys, but a hundred times as fast as signing one by one.
 */
import { SigningKey } from "ethers";
import { signerOf } from "../fixtures/polygon/validators.ts";
import { hashHex } from "../fixtures/random.ts";

const p = 2n ** 256n - 2n ** 32n - 977n;
const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const g = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};
const mod = (value: bigint, m: bigint) => ((value % m) + m) % m;

function inverse(value: bigint, m: bigint): bigint {
  let [a, b, x, y] = [mod(value, m), m, 1n, 0n];
  while (b !== 0n) {
    const q = a / b;
    [a, b] = [b, a - q * b];
    [x, y] = [y, x - q * y];
  }
  return mod(x, m);
}

/** Inverses of many by one. */
function inverses(values: readonly bigint[], m: bigint): bigint[] {
  const products: bigint[] = [];
  let product = 1n;
  for (const value of values) {
    products.push(product);
    product = (product * value) % m;
  }
  let rest = inverse(product, m);
  const inverted: bigint[] = new Array(values.length);
  for (let i = values.length - 1; i >= 0; i -= 1) {
    inverted[i] = (rest * (products[i] as bigint)) % m;
    rest = (rest * (values[i] as bigint)) % m;
  }
  return inverted;
}

export type BenchKey = ReturnType<typeof benchKeys>[number];

export function benchKeys(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const secret = BigInt(hashHex(32, "bench signer", i)) % n;
    const key = new SigningKey(`0x${secret.toString(16).padStart(64, "0")}`);
    const { publicKey } = key;
    const [x, y] = [BigInt(`0x${publicKey.slice(4, 68)}`), BigInt(`0x${publicKey.slice(68)}`)];
    return { id: i + 1, secret, signer: signerOf(key), publicKey, x, y };
  });
}

/** Signs with all keys, in their order. */
export function createSigning(keys: readonly BenchKey[]) {
  // The first nonce is the secret itself, so its point is the public key.
  const points = keys.map(({ x, y, secret }) => ({ x, y, k: secret }));

  /** The next nonce of every key, with one inversion for all. */
  function goOn(): void {
    const inverted = inverses(
      points.map(({ x }) => mod(x - g.x, p)),
      p,
    );
    points.forEach((point, i) => {
      const slope = (mod(point.y - g.y, p) * (inverted[i] as bigint)) % p;
      const x = mod(slope * slope - point.x - g.x, p);
      point.y = mod(slope * (g.x - x) - g.y, p);
      point.x = x;
      point.k = (point.k + 1n) % n;
    });
  }

  return (hash: bigint): { r: bigint; s: bigint; v: bigint }[] => {
    goOn();
    const ofNonces = inverses(
      points.map(({ k }) => k),
      n,
    );
    return points.map(({ x, y }, i) => {
      const r = x % n;
      const s = ((ofNonces[i] as bigint) * ((hash + r * (keys[i]?.secret ?? 0n)) % n)) % n;
      return { r, s, v: 27n + (y & 1n) };
    });
  };
}

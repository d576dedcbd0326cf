/** Identifies signers in worker threads, if there are many: a year of mainnet has 2.6 million signatures. */
import { availableParallelism } from "node:os";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { elementAt } from "../../lib/elementAt.ts";
import { errorMessage, SourceError } from "../../lib/errors.ts";
import { createSignatureReader } from "../../lib/secp256k1/signatures.ts";
import type { Vote } from "./calldata.ts";
import { createNamer, type SignerNamer } from "./signers.ts";

/** Fewer signatures are processed in the main thread: a mainnet checkpoint takes some milliseconds. */
const signaturesInThread = 2_000;
const threadsMax = 4;
const hashBytes = 32;
const signatureBytes = 65;

type Job = { id: number; votes: Uint8Array[] };
/** `places` of each vote are indices of `names`. */
type Answer = { id: number; names: string[]; places: Uint16Array[] } | { id: number; error: string };

function packVote({ voteHash, signatures }: Vote): Uint8Array {
  const bytes = new Uint8Array(hashBytes + signatures.length * signatureBytes);
  bytes.set(voteHash);
  signatures.forEach(({ rs, parity }, i) => {
    bytes.set(rs, hashBytes + i * signatureBytes);
    bytes[hashBytes + i * signatureBytes + 64] = parity;
  });
  return bytes;
}

function unpackVote(bytes: Uint8Array): Vote {
  const count = (bytes.length - hashBytes) / signatureBytes;
  return {
    voteHash: bytes.subarray(0, hashBytes),
    signatures: Array.from({ length: count }, (_, i) => {
      const at = hashBytes + i * signatureBytes;
      return { rs: bytes.subarray(at, at + 64), parity: bytes[at + 64] ?? 0 };
    }),
  };
}

function answerTo({ id, votes }: Job, name: SignerNamer): Answer {
  const places = new Map<string, number>();
  const placeOf = (signer: string) => {
    const place = places.get(signer) ?? places.size;
    places.set(signer, place);
    return place;
  };
  try {
    const named = name(votes.map(unpackVote));
    const placed = named.map((signers) => Uint16Array.from(signers, placeOf));
    return { id, names: [...places.keys()], places: placed };
  } catch (error) {
    return { id, error: errorMessage(error) };
  }
}

type Thread = { run(votes: readonly Vote[]): Promise<string[][]> };

function startThread(): Thread {
  // A thread doesn't inherit the TypeScript loader; a package has none.
  const script = import.meta.url.endsWith(".ts")
    ? 'import("tsx/esm/api").then(({ register }) => { register(); return import(process.argv[2]); })'
    : "import(process.argv[2])";
  const worker = new Worker(script, { eval: true, argv: [import.meta.url] });
  const waiting = new Map<number, { resolve(named: string[][]): void; reject(error: unknown): void }>();
  let jobs = 0;
  // It keeps the process alive only while it has work.
  worker.unref();

  function settle(id: number, end: (job: NonNullable<ReturnType<typeof waiting.get>>) => void): void {
    const job = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (job !== undefined) end(job);
  }

  worker.on("message", (answer: Answer) =>
    settle(answer.id, ({ resolve, reject }) => {
      if ("error" in answer) reject(new SourceError(answer.error, { code: "bad_answer" }));
      else resolve(answer.places.map((places) => Array.from(places, (place) => answer.names[place] ?? "")));
    }),
  );
  worker.on("error", (error) => {
    for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error));
  });

  return {
    run: (votes) =>
      new Promise((resolve, reject) => {
        jobs += 1;
        waiting.set(jobs, { resolve, reject });
        worker.ref();
        worker.postMessage({ id: jobs, votes: votes.map(packVote) } satisfies Job);
      }),
  };
}

/** Starts threads when there is enough work; they end with the process. */
export function createThreadedNamer(): (votes: readonly Vote[]) => Promise<string[][]> {
  let here: SignerNamer | undefined;
  let threads: Thread[] | undefined;
  let next = 0;

  return async (votes) => {
    const count = votes.reduce((sum, { signatures }) => sum + signatures.length, 0);
    if (count < signaturesInThread) {
      here ??= createNamer(createSignatureReader());
      return here(votes);
    }
    threads ??= Array.from({ length: Math.min(threadsMax, availableParallelism()) }, startThread);
    next += 1;
    return await elementAt(threads, next % threads.length).run(votes);
  };
}

if (!isMainThread && process.argv[2] === import.meta.url) {
  const name = createNamer(createSignatureReader());
  parentPort?.on("message", (job: Job) => parentPort?.postMessage(answerTo(job, name)));
}

/**
 * Codecs of Kafka on the messages of this project, as the producer compresses them: what an epoch of mainnet's size
 * and blocks of Celestia's become, and the processor time of it (all threads; the wall clock of a busy machine says
 * less). Other packages were tried once, in the same way: zstd in native code takes 0.6 of the time of WebAssembly
 * but lacks builds for some platforms; lz4 and snappy take as little, and leave base64 columns nearly as long as they
 * were (1.14 of 1).
 */
import { gunzipSync, gzipSync } from "node:zlib";
import type { BusMessage } from "../lib/bus/bus.ts";
import { createLogger } from "../lib/logger.ts";
import { loadZstd } from "../lib/zstd.ts";
import { celestiaMessages, ethEpochMessages } from "./messages.ts";
import type { Bench, Figure } from "./report.ts";

type Codec = { name: string; compress(bytes: Buffer): Buffer; decompress(bytes: Buffer): Buffer };
type Sample = { input: string; values: Buffer[] };

const validators = 1_048_576;
const blocks = 98;
/** Of a registry's messages, which are alike. */
const registryMessages = 64;
/** So much goes through each codec; a small sample goes through it several times. */
const measuredBytes = 100_000_000;
const log = createLogger("error");

let samples: Promise<Sample[]> | undefined;

const valuesOf = (messages: readonly BusMessage[]) => messages.map(({ value }) => value);

async function readSamples(): Promise<Sample[]> {
  const { first, second } = await ethEpochMessages(validators, log);
  const registry = first.filter(({ topic }) => topic === "eth.registry").slice(0, registryMessages);
  const cosmos = await celestiaMessages(blocks, log);
  return [
    { input: `messages of an epoch, ${validators} validators`, values: valuesOf(second) },
    { input: `${registry.length} messages of a whole registry`, values: valuesOf(registry) },
    { input: `messages of ${blocks} Celestia blocks`, values: valuesOf(cosmos) },
  ];
}

async function listCodecs(): Promise<Codec[]> {
  const gzip = (level: number): Codec => ({
    name: `gzip_${level}`,
    compress: (bytes) => gzipSync(bytes, { level }),
    decompress: (bytes) => gunzipSync(bytes),
  });
  return [gzip(1), gzip(6), { name: "zstd_1", ...(await loadZstd()) }];
}

/** Seconds of one pass, the mean of several. */
function processorSeconds(passes: number, work: () => void): number {
  const before = process.cpuUsage();
  for (let pass = 0; pass < passes; pass += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / passes;
}

function measure({ name, compress, decompress }: Codec, { input, values }: Sample): Figure[] {
  const total = values.reduce((bytes, value) => bytes + value.length, 0);
  const passes = Math.ceil(measuredBytes / total);
  let compressed = values.map(compress);
  const compressing = processorSeconds(passes, () => {
    compressed = values.map(compress);
  });
  const decompressing = processorSeconds(passes, () => void compressed.map(decompress));
  const size = compressed.reduce((bytes, value) => bytes + value.length, 0);
  const described = `${input}: ${values.length} of ${(total / 1e6).toFixed(1)} MB together`;
  const perSecond = (seconds: number) => total / 1e6 / seconds;
  return [
    { metric: `${name}_ratio`, value: total / size, unit: "x", input: described },
    {
      metric: `${name}_compressed_mb_per_processor_second`,
      value: perSecond(compressing),
      unit: "MB/s",
      input: described,
    },
    {
      metric: `${name}_decompressed_mb_per_processor_second`,
      value: perSecond(decompressing),
      unit: "MB/s",
      input: described,
    },
    { metric: `${name}_processor_seconds`, value: compressing + decompressing, unit: "s", input: described },
  ];
}

async function run(): Promise<Figure[]> {
  samples ??= readSamples();
  const codecs = await listCodecs();
  return (await samples).flatMap((sample) => codecs.flatMap((codec) => measure(codec, sample)));
}

export const compression: Bench = { name: "compression", run };

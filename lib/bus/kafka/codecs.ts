/**
 * Compression on the wire. zstd, because it was measured (`npm run bench -- compression`) to be as small as gzip for
 * less than a third of its processor time; the Kafka client brings gzip only.
 */
import kafkajs from "kafkajs";
import { ConfigError } from "../../errors.ts";
import { loadZstd } from "../../zstd.ts";
import type { TopicDeclaration } from "../bus.ts";

type Compression = TopicDeclaration["compression"];

/** The client's number of each codec. */
export const codecNumbers = {
  none: kafkajs.CompressionTypes.None,
  gzip: kafkajs.CompressionTypes.GZIP,
  zstd: kafkajs.CompressionTypes.ZSTD,
} as const satisfies Record<Compression, number>;

const codecOfSetting: Readonly<Record<string, Compression>> = {
  uncompressed: "none",
  // The broker keeps the producer's compression.
  producer: "none",
  gzip: "gzip",
  zstd: "zstd",
};

/**
 * @param setting `compression.type` of the topic
 * @throws ConfigError when the broker would use a compression that no reader here supports
 */
export function codecOf(topic: string, setting: string): Compression {
  const codec = codecOfSetting[setting];
  if (codec !== undefined) return codec;
  throw new ConfigError(
    `topic ${topic} is compressed with ${setting}; this project reads and writes zstd, gzip and none: set compression.type of the topic`,
    { code: "bus_compression_unsupported" },
  );
}

/** Teaches the client zstd. The client has one list of codecs a process. */
export function registerCodecs(): void {
  kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ({
    compress: async ({ buffer }: { buffer: Buffer }) => (await loadZstd()).compress(buffer),
    decompress: async (bytes: Buffer) => (await loadZstd()).decompress(bytes),
  });
}

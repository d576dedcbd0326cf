/** Republishes the contents of topics with poison in between. */
import { randomUUID } from "node:crypto";
import { CompressionTypes, type KafkaMessage } from "kafkajs";
import type { Random } from "../../fixtures/random.ts";
import { partitionKey } from "../../lib/bus/bus.ts";
import { deadLetterTopic } from "../../lib/bus/deadLetter.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import type { Cluster } from "./deployment.ts";
import { until } from "./wait.ts";

const messagesPerSend = 50;
const poisonPerWave = 10;

export type Letter = { topic: string; key: string; value: Buffer };

/** All messages of topics, from their beginning to their present end. */
async function readAll({ kafka, admin }: Cluster, names: readonly string[]): Promise<Letter[]> {
  const left = new Set<string>();
  const ends = new Map<string, number>();
  for (const topic of names) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic)) {
      if (Number(high) === Number(low)) continue;
      left.add(partitionKey(topic, partition));
      ends.set(partitionKey(topic, partition), Number(high));
    }
  }
  const letters: Letter[] = [];
  const consumer = kafka.consumer({ groupId: `chaos-${randomUUID()}` });
  await consumer.connect();
  try {
    for (const topic of names) await consumer.subscribe({ topic, fromBeginning: true });
    await consumer.run({
      eachMessage: async ({ topic, partition, message }) => {
        const place = partitionKey(topic, partition);
        if (!left.has(place)) return;
        letters.push(letterOf(topic, message));
        if (Number(message.offset) + 1 >= (ends.get(place) ?? 0)) left.delete(place);
      },
    });
    await until("the topics are read", () => left.size === 0);
  } finally {
    await consumer.disconnect();
  }
  return letters;
}

/** Messages that the topics ever held. */
export async function endOf({ admin, chain }: Cluster): Promise<number> {
  const offsets = await Promise.all(chain.topics.map((topic) => admin.fetchTopicOffsets(topic)));
  return offsets.flat().reduce((sum, { high }) => sum + Number(high), 0);
}

const letterOf = (topic: string, { key, value }: KafkaMessage): Letter => ({
  topic,
  key: key?.toString() ?? "",
  value: value ?? Buffer.alloc(0),
});

/** Messages that no version of the schema accepts; each is unique, so that it can be identified. */
function poisonOf(random: Random, good: Letter, strictField: string): Buffer {
  const id = random.integer(1_000_000_000);
  const value = decodeValue(good.value) as Record<string, unknown>;
  return random.pick([
    () => Buffer.from(`not json ${id}`),
    () => Buffer.from(JSON.stringify({ ...value, type: `unheard-of-${id}` })),
    () => Buffer.from(JSON.stringify({ ...value, [strictField]: `${strictField} ${id}` })),
    () => Buffer.concat([good.value.subarray(0, good.value.length >> 1), Buffer.from(String(id))]),
    () => Buffer.from(JSON.stringify([id])),
    () => Buffer.from([0xff, 0xfe, 0x00, id & 0xff, (id >> 8) & 0xff, (id >> 16) & 0xff]),
  ])();
}

/** Publishes letters in the given order; half of them to another partition than their own. */
async function send({ kafka, chain }: Cluster, letters: readonly Letter[], random: Random): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  try {
    for (let first = 0; first < letters.length; first += messagesPerSend) {
      const batch = letters.slice(first, first + messagesPerSend);
      await producer.sendBatch({
        compression: CompressionTypes.GZIP,
        topicMessages: chain.topics
          .map((topic) => ({
            topic,
            messages: batch
              .filter((letter) => letter.topic === topic)
              .map(({ key, value }) => ({
                key: random.chance(0.5) ? key : String(random.integer(1_000_000)),
                value,
              })),
          }))
          .filter(({ messages }) => messages.length > 0),
      });
    }
  } finally {
    await producer.disconnect();
  }
}

const identity = ({ topic, value }: Letter) => `${topic} ${value.toString("base64")}`;

/**
 * Sends everything that the topics hold again, shuffled, with new poison in between, which is added to the old.
 * @returns messages that are sent again
 */
export async function repeatAll(cluster: Cluster, random: Random, poison: Letter[]): Promise<number> {
  const { topics, strictField } = cluster.chain;
  const isPoison = new Set(poison.map(identity));
  const old = new Map((await readAll(cluster, topics)).map((letter) => [identity(letter), letter]));
  const good = [...old].filter(([name]) => !isPoison.has(name)).map(([, letter]) => letter);
  const bad = random
    .shuffle(good)
    .slice(0, poisonPerWave)
    .map((letter) => ({ ...letter, value: poisonOf(random, letter, strictField) }));
  poison.push(...bad);
  await send(cluster, random.shuffle([...good, ...bad]), random);
  return good.length;
}

/** Dead letters are the poison, each once, and nothing else. */
export async function checkDeadLetters(cluster: Cluster, poison: readonly Letter[]): Promise<string[]> {
  const letters = (await readAll(cluster, cluster.chain.topics.map(deadLetterTopic))).map(identity).sort();
  const expected = poison.map(({ topic, value }) =>
    identity({ topic: deadLetterTopic(topic), key: "", value }),
  );
  expected.sort();
  const missing = expected.filter((one) => !letters.includes(one));
  const strange = letters.filter((one, place) => !expected.includes(one) || letters[place - 1] === one);
  return [
    ...missing.map((one) => `poison that is no dead letter: ${one.slice(0, 200)}`),
    ...strange.map((one) => `a dead letter that is no poison, or comes twice: ${one.slice(0, 200)}`),
  ];
}

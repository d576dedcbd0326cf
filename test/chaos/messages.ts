/** Scenario 6: duplicates, shuffles, old messages and poison in the topics. */
import { randomUUID } from "node:crypto";
import { CompressionTypes, type KafkaMessage } from "kafkajs";
import type { Random } from "../../fixtures/random.ts";
import { partitionKey } from "../../lib/bus/bus.ts";
import { deadLetterTopic } from "../../lib/bus/deadLetter.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { ethTopics } from "../../schemas/eth/events.ts";
import { type Deployment, lagOf } from "./deployment.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

const waves = { full: 4, ci: 2 };
const slotsPerSecond = 2;
const messagesPerSend = 50;

type Letter = { topic: string; key: string; value: Buffer };

const topics = Object.values(ethTopics).map(({ name }) => name);

/** Everything that topics hold, from their beginning to their end as it is now. */
async function readAll({ kafka, admin }: Deployment, names: readonly string[]): Promise<Letter[]> {
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
async function endOf({ admin }: Deployment): Promise<number> {
  const offsets = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
  return offsets.flat().reduce((sum, { high }) => sum + Number(high), 0);
}

const letterOf = (topic: string, { key, value }: KafkaMessage): Letter => ({
  topic,
  key: key?.toString() ?? "",
  value: value ?? Buffer.alloc(0),
});

/** What no version of the schema takes; each is unique, so that it can be found again. */
function poisonOf(random: Random, good: Letter): Buffer {
  const id = random.integer(1_000_000_000);
  const value = decodeValue(good.value) as Record<string, unknown>;
  return random.pick([
    () => Buffer.from(`not json ${id}`),
    () => Buffer.from(JSON.stringify({ ...value, type: `unheard-of-${id}` })),
    () => Buffer.from(JSON.stringify({ ...value, epoch: `epoch ${id}` })),
    () => Buffer.concat([good.value.subarray(0, good.value.length >> 1), Buffer.from(String(id))]),
    () => Buffer.from(JSON.stringify([id])),
    () => Buffer.from([0xff, 0xfe, 0x00, id & 0xff, (id >> 8) & 0xff, (id >> 16) & 0xff]),
  ])();
}

/** Publishes letters in the given order; half of them to another partition than their own. */
async function send({ kafka }: Deployment, letters: readonly Letter[], random: Random): Promise<void> {
  const producer = kafka.producer();
  await producer.connect();
  try {
    for (let first = 0; first < letters.length; first += messagesPerSend) {
      const batch = letters.slice(first, first + messagesPerSend);
      await producer.sendBatch({
        compression: CompressionTypes.GZIP,
        topicMessages: topics
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

/** Dead letters are the poison, each once, and nothing else. */
async function checkDeadLetters(deployment: Deployment, poison: readonly Letter[]): Promise<string[]> {
  const found = (await readAll(deployment, topics.map(deadLetterTopic))).map(identity).sort();
  const expected = poison.map(({ topic, value }) =>
    identity({ topic: deadLetterTopic(topic), key: "", value }),
  );
  expected.sort();
  const missing = expected.filter((one) => !found.includes(one));
  const strange = found.filter((one, place) => !expected.includes(one) || found[place - 1] === one);
  return [
    ...missing.map((one) => `poison that is no dead letter: ${one.slice(0, 200)}`),
    ...strange.map((one) => `a dead letter that is no poison, or comes twice: ${one.slice(0, 200)}`),
  ];
}

async function injectAll(deployment: Deployment, { size, random, note }: ScenarioContext): Promise<Outcome> {
  const poison: Letter[] = [];
  let repeated = 0;
  let ends = 0;
  for (let wave = 0; wave < waves[size]; wave++) {
    const isOver = deployment.node.slot() === deployment.reference.chain.endSlot;
    if (wave === waves[size] - 1) finishHistory(deployment);
    else
      deployment.node.advance(Math.floor((deployment.reference.chain.endSlot - deployment.node.slot()) / 2));
    const before = ends;
    await until("the workers have taken more", async () => {
      ends = await endOf(deployment);
      return (ends > before || isOver) && (await lagOf(deployment)) === 0;
    });
    const isPoison = new Set(poison.map(identity));
    const old = new Map((await readAll(deployment, topics)).map((letter) => [identity(letter), letter]));
    const good = [...old].filter(([name]) => !isPoison.has(name)).map(([, letter]) => letter);
    const bad = random
      .shuffle(good)
      .slice(0, 10)
      .map((letter) => ({ ...letter, value: poisonOf(random, letter) }));
    poison.push(...bad);
    repeated += good.length;
    await send(deployment, random.shuffle([...good, ...bad]), random);
    ends += good.length + bad.length;
    note(`${good.length} old messages and ${bad.length} poisonous ones, shuffled`);
  }
  const faults = `${repeated} old messages again, shuffled and in other partitions, ${poison.length} poisonous ones among them`;
  const outcome = await settle(deployment, { name: "messages", faults });
  return { ...outcome, problems: [...outcome.problems, ...(await checkDeadLetters(deployment, poison))] };
}

export const messages: Scenario = {
  number: 6,
  name: "messages",
  run: async (context) => [
    await withDeployment(context, { history: "leak", slotsPerSecond }, (deployment) =>
      injectAll(deployment, context),
    ),
  ],
};

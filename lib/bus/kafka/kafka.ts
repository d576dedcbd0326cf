import { Kafka, type LogEntry, logLevel } from "kafkajs";
import { BusError, ConfigError, errorMessage } from "../../errors.ts";
import type { Logger } from "../../logger.ts";
import type { Bus, SubscribeOptions, Subscription } from "../bus.ts";
import type { KafkaConsumerTiming } from "./client.ts";
import { registerCodecs } from "./codecs.ts";
import { subscribeKafka } from "./consumer.ts";
import { isConnectionLoss, isRefusal } from "./errors.ts";
import { subscribeLastingly } from "./lasting.ts";
import { type Prefixes, prefixNames } from "./prefix.ts";
import { createKafkaProducer } from "./producer.ts";
import { readKafka } from "./read.ts";
import type { KafkaSecurity } from "./security.ts";
import { createKafkaTopics } from "./topics.ts";

/**
 * The client logs errors that it then retries, so its lines are one level lower here; final errors are thrown, and
 * logged by us.
 */
function clientLogger(log: Logger) {
  return () =>
    ({ namespace, level, log: { message, ...entry } }: LogEntry): void => {
      const data = { namespace, error: entry.error, retryCount: entry.retryCount };
      if (level <= logLevel.WARN) log.debug(data, `kafkajs: ${message}`);
      else log.trace(data, `kafkajs: ${message}`);
    };
}

/**
 * The bus on Kafka. Topics must exist (`ensureTopics`): none is created by publishing or subscribing. Topics are
 * written with their own compression, as the broker has it: zstd, gzip or none.
 */
export function createKafkaBus(deps: {
  brokers: readonly string[];
  clientId: string;
  timing?: Partial<KafkaConsumerTiming>;
  /** Replicas of new topics; undefined: the broker's own default. */
  replication?: number | undefined;
  /** Default: none, in plain text. */
  security?: KafkaSecurity;
  /** Prefixes of our names at the broker; default: none. */
  prefixes?: Prefixes;
  log: Logger;
}): Bus {
  const { brokers, log, prefixes = { topics: "", groups: "" } } = deps;
  registerCodecs();
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId: deps.clientId,
    ...deps.security,
    connectionTimeout: 3_000,
    requestTimeout: 30_000,
    logLevel: logLevel.INFO,
    logCreator: clientLogger(log),
  });
  const aborter = new AbortController();
  const topics = createKafkaTopics({ kafka, replication: deps.replication, log });
  const producer = createKafkaProducer({ kafka, topics, log, signal: aborter.signal });
  const subscriptions = new Set<Subscription>();

  /** Adds the brokers' addresses to the error when none answers. */
  async function call<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
    if (aborter.signal.aborted) throw new BusError("the bus is closed", { code: "bus_closed" });
    try {
      return await run();
    } catch (error) {
      if (isRefusal(error)) throw refused(what, error);
      if (!isConnectionLoss(error)) throw error;
      throw new BusError(`${what}: Kafka at ${brokers.join(", ")} does not answer: ${errorMessage(error)}`, {
        code: "bus_unreachable",
        retryable: true,
        cause: error,
      });
    }
  }

  function refused(what: string, error: unknown): ConfigError {
    return new ConfigError(
      `${what}: Kafka at ${brokers.join(", ")} refuses: ${errorMessage(error)}. Check KAFKA_TLS, KAFKA_CA_FILE, KAFKA_CERT_FILE, KAFKA_USERNAME and what the brokers allow`,
      { code: "bus_refused", cause: error },
    );
  }

  /** One subscription, which ends with its client. */
  async function subscribeOnce(options: SubscribeOptions): Promise<Subscription> {
    try {
      const infos = await Promise.all(options.topics.map((name) => topics.info(name)));
      const timing = deps.timing === undefined ? {} : { timing: deps.timing };
      return await subscribeKafka({ kafka, topics: infos, options, log, ...timing });
    } catch (error) {
      // A broker that lost its data has lost topics, too: they are read and created again.
      topics.forget();
      throw error;
    }
  }

  async function subscribe(options: SubscribeOptions): Promise<Subscription> {
    const { group } = options;
    const subscription = await subscribeLastingly({
      subscribe: () => call("subscribe", () => subscribeOnce(options)),
      group,
      log,
      signal: aborter.signal,
    });
    subscriptions.add(subscription);
    const forget = () => subscriptions.delete(subscription);
    subscription.done.then(forget, forget);
    return subscription;
  }

  const bus: Bus = {
    kind: "kafka",
    publish: (messages) => call("publish", () => producer.publish(messages)),
    acknowledgements: {
      positions: () => producer.positions(),
      reach: (positions) => call("read positions", () => topics.reach(positions)),
    },
    subscribe,
    read: (options) => call("read", () => readKafka(kafka, options, { groupPrefix: prefixes.groups, log })),
    ensureTopics: (declarations) => call("create topics", () => topics.ensure(declarations)),
    checkTopics: (declarations) => call("check topics", () => topics.check(declarations)),
    ping: () => call("ping", () => topics.ping()),
    close: async () => {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      aborter.abort(new BusError("the bus is closed", { code: "bus_closed" }));
      await producer.close();
      await topics.close();
    },
  };
  return prefixNames(bus, prefixes);
}

/** A shared cluster: our topics and groups have prefixed names there, and plain names here. */
import type { Bus, BusMessage, BusPositions, DeliveredMessage, TopicDeclaration } from "../bus.ts";

export type Prefixes = { topics: string; groups: string };

/** The same bus, whose topics and groups have longer names at the broker. */
export function prefixNames(bus: Bus, { topics: prefix, groups }: Prefixes): Bus {
  if (prefix === "" && groups === "") return bus;
  const outside = (name: string): string => prefix + name;
  const declared = (declarations: readonly TopicDeclaration[]) =>
    declarations.map((declaration) => ({ ...declaration, name: outside(declaration.name) }));
  const inside = (batch: readonly DeliveredMessage[]): DeliveredMessage[] =>
    batch.map((message) => ({ ...message, topic: message.topic.slice(prefix.length) }));
  const renamed = (positions: BusPositions, rename: (place: string) => string): BusPositions =>
    Object.fromEntries(Object.entries(positions).map(([place, offset]) => [rename(place), offset]));
  const { acknowledgements, read } = bus;
  return {
    ...bus,
    publish: (messages) =>
      bus.publish(messages.map((message): BusMessage => ({ ...message, topic: outside(message.topic) }))),
    ...(acknowledgements === undefined
      ? {}
      : {
          acknowledgements: {
            positions: () => renamed(acknowledgements.positions(), (place) => place.slice(prefix.length)),
            reach: (positions) => acknowledgements.reach(renamed(positions, outside)),
          },
        }),
    subscribe: (options) =>
      bus.subscribe({
        ...options,
        group: groups + options.group,
        topics: options.topics.map(outside),
        onBatch: (batch, context) => options.onBatch(inside(batch), context),
      }),
    ...(read === undefined
      ? {}
      : {
          read: (options) =>
            read({
              ...options,
              topics: options.topics.map(outside),
              onBatch: (batch, progress) => options.onBatch(inside(batch), progress),
            }),
        }),
    ensureTopics: (declarations) => bus.ensureTopics(declared(declarations)),
    checkTopics: (declarations) => bus.checkTopics(declared(declarations)),
  };
}

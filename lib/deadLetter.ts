const suffix = ".dead-letter";

/** The topic for what can never be processed out of `topic`. */
export function deadLetterTopic(topic: string): string {
  return `${topic}${suffix}`;
}

export function isDeadLetterTopic(topic: string): boolean {
  return topic.endsWith(suffix);
}

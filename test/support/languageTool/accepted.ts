/** Matches of LanguageTool that are right as they are, each with its reason. */
import type { LanguageMatch } from "./server.ts";

/** Rules that do not fit these texts. */
const rules: Readonly<Record<string, string>> = {
  UPPERCASE_SENTENCE_START: "cells of tables, and names of fields, settings and files, begin in lower case",
  ID_CASING: "an id of an object, not an identity document",
  ENGLISH_WORD_REPEAT_BEGINNING_RULE: "sentences of a list that begin with a name",
  SPACE_BEFORE_PARENTHESIS: "types and formulas, such as Decimal(76, 9)",
  COMMA_PARENTHESIS_WHITESPACE: "formulas, and column lists of CSV files",
  EN_UNPAIRED_BRACKETS: "half-open intervals",
  EN_UNPAIRED_QUOTES: "plural possessives before code",
  FEWER_LESS: "less as minus",
  NO_SPACE_CLOSING_QUOTE: "values between quotation marks",
  UNLIKELY_OPENING_PUNCTUATION: "signatures of functions over several lines",
  THE_SUPERLATIVE: "“newest first” names an order",
  BUNCH_OF: "“epoch and pair of …” is the grain of a table",
  EN_A_VS_AN: "code reads by its own letters",
  AGREEMENT_SENT_START: "“no index and no event names” agrees with the nearer noun",
  PCT_SINGULAR_NOUN_PLURAL_VERB_AGREEMENT: "two subjects joined by “and”",
};

/** Texts around a match, with the match in brackets. */
const contexts: readonly (readonly [RegExp, string])[] = [
  [/\[whether or not\]/, "both cases count"],
  [/\[topic TOPIC\]|\[to to\]/, "a placeholder or column name follows its noun"],
  [/\[(?:source|target)\], (?:16|32) timely/, "values of a bit mask"],
  [/\[libp2p\]/, "the name of the library"],
  [/\[sub-account\]/, "the term of Polkadot"],
  [/^\[Id\], key/, "an id, not “I'd”"],
  [/as may \[keys\]/, "an inverted sentence"],
  [/all \[stake\]/, "a mass noun"],
  [/of the \[`numbers`\]/, "the name of a field"],
  [/\(\[may be\] repeated\)/, "an option"],
  [/what a \[number\] means/, "a task"],
  [/Where do \[paid\] and earned/, "two adjectives of one noun"],
  [/who has \[it\] acts/, "“it” is the key"],
  [/claimed\[ and\] claimable amounts/, "two adjectives of one noun"],
  [/\[exception of\] a reader/, "an error that a reader throws"],
  [/\[outside of\] a container/, "quoted title of a test"],
  [/retention\.\[bytes\]/, "a setting of Kafka"],
];

export const isAccepted = ({ rule, context }: LanguageMatch): boolean =>
  rule in rules || contexts.some(([pattern]) => pattern.test(context));

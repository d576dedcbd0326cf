/** An example question's proof: rows put into the warehouse by hand, and the answer that follows from them. */
export type ExampleCase = {
  /** `insert` statements. They are carried out twice, as a message may come twice. */
  rows: readonly string[];
  answer: readonly Record<string, unknown>[];
};

/** Rows of one table: its columns, then the values of each row as SQL. */
export function into(table: string, columns: string, ...values: string[]): string {
  return `insert into ${table} (network, ${columns}) values ${values.map((each) => `(${each})`).join(", ")}`;
}

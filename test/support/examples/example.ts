/** An example question's proof: rows inserted by hand, and the resulting answer. */
export type ExampleCase = {
  /** `insert` statements. They are executed twice, because a message may come twice. */
  rows: readonly string[];
  answer: readonly Record<string, unknown>[];
};

/** Rows of one table: its columns, then the values of each row as SQL. */
export function into(table: string, columns: string, ...values: string[]): string {
  return `insert into ${table} (network, ${columns}) values ${values.map((each) => `(${each})`).join(", ")}`;
}

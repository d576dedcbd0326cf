/** Types of the fields of answers, one for each kind of column. test/endpoints.test.ts compares them with the SQL. */
import { z } from "zod";

/**
 * Any integer column. Answers carry its digits as the engine wrote them; Zod only documents it and never parses one.
 */
export const integerColumn = z.int();
/** Integers beyond the precision of a double, such as wei: the JSON has all of their digits. */
export const bigIntegerColumn = z.number().meta({ type: "integer" });
/** Float and Decimal columns. */
export const numberColumn = z.number();
export const textColumn = z.string();
export const booleanColumn = z.boolean();
/** Date columns: YYYY-MM-DD. */
export const dateColumn = z.string().meta({ format: "date" });
/** Points in time, as text with a zone: 2020-12-01T12:00:23Z. */
export const timestampColumn = z.string().meta({ format: "date-time" });
export const textListColumn = z.array(z.string());

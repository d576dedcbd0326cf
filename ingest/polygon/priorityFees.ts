/** The priority fee file: `date,validator_id,amount_pol`, one line per validator and UTC day; an amount may be blank. */
import { z } from "zod";
import { uint32 } from "../../schemas/common.ts";
import type { PriorityFee } from "../../schemas/polygon/events.ts";
import { dateCell, decimalCell, type ReadEdition, readEdition } from "../importedFile.ts";

const validatorId = z
  .string()
  .trim()
  .regex(/^\d{1,10}$/, "is no number of a validator")
  .transform(Number)
  .pipe(uint32);

const format = {
  columns: ["date", "validator_id", "amount_pol"],
  row: z
    .strictObject({ date: dateCell, validator_id: validatorId, amount_pol: decimalCell })
    .transform(
      ({ date, validator_id: validator, amount_pol: amount }): PriorityFee => ({ date, validator, amount }),
    ),
  code: "bad_priority_fees",
  keyOf: ({ date, validator }: PriorityFee) => `validator ${validator} of ${date}`,
};

export const priorityFeesIn =
  (path: string): ReadEdition<PriorityFee> =>
  (previous) =>
    readEdition(path, previous, format);

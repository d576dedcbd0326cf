/** Shared by Ethereum's tables: days, windows, validators. */

export const validators = 1_048_576;
export const yearDays = 365;
/** One of this many validators is requested. */
export const requestedEvery = 64;
export const exampleEntity = "Example Pool";
export const windows = "['1d', '7d', '30d', 'all']";

export const date = (day: string) => `toDate('2020-12-02') + ${day}`;
export const dayType = "if(kind = 0, 'chain', 'utc')";
export const pubkeyOf = (index: string) =>
  `toFixedString(unhex(repeat(leftPad(lower(hex(toUInt32(${index}))), 8, '0'), 12)), 48)`;
export const ofDay = (day: string) => ({
  day_type: dayType,
  day,
  date: date(day),
  start_epoch: `${day} * 225`,
  end_epoch: `${day} * 225 + 224`,
});
export const duties = (factor: number) => ({
  attestation_duty_count: `${225 * factor}`,
  attested_count: `${225 * factor} - number % 3`,
  attestation_count: `${228 * factor}`,
  correct_target_count: `${222 * factor}`,
  correct_head_count: `${220 * factor}`,
  inclusion_delay_sum: `${230 * factor}`,
});

import pg from 'pg';

const asNumber = (text: string) => {
  const number = Number(text);
  if (!Number.isFinite(number) || (Number.isInteger(number) && !Number.isSafeInteger(number)))
    throw new Error(`A number of the database is too large: ${text}`);
  return number;
};
const unchanged = (text: string) => text;
const NUMERIC_ARRAY = 1231;
const INT8_ARRAY = 1016;
const TEXT_ARRAY: number = 1009;
const textsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);
const asNumbers = (text: string) => textsOf(text).map((item) => item && asNumber(item));

const OWN_DECODERS = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, asNumber],
  [pg.types.builtins.NUMERIC, asNumber],
  [pg.types.builtins.DATE, unchanged],
  [INT8_ARRAY, asNumbers],
  [NUMERIC_ARRAY, asNumbers],
]);

/** The driver's own decoders, but for numbers, which it leaves as text, and dates, which it shifts by the time zone. */
export const DECODERS = { getTypeParser: (oid: number) => OWN_DECODERS.get(oid) ?? pg.types.getTypeParser(oid) };

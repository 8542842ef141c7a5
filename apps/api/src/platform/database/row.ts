/**
 * The shape of a row: its columns, with the types that PostgreSQL may answer with. Nothing is parsed by it in production;
 * in tests every row is compared with it, and what it declares as never null with the statement's text
 * (test/support/row-check.ts).
 */
import type { BasisPoints, Cents, Minor } from '@shop/contracts/common/money';
import type { Parser } from '@shop/contracts/common/parser';

export type Column<T> = {
  /** The OIDs of PostgreSQL's types. */
  readonly types: readonly number[];
  readonly isNullable: boolean;
  /** Why it is never null, where the statement's text alone does not prove it. */
  readonly presentBecause?: string;
  /** What is wrong with a value that is not null. */
  readonly faultOf?: (value: unknown) => string | undefined;
  /** Of the compiler alone. */
  readonly value?: T;
};
export type Shape = Readonly<Record<string, Column<unknown>>>;
export type Row<S extends Shape> = { [K in keyof S]: S[K] extends Column<infer T> ? T : never };

const column = <T>(...types: number[]): Column<T> => ({ types, isNullable: false });

const TEXT = [25, 1043, 1042, 19];

export const text = column<string>(...TEXT);
export const uuid = column<string>(2950);
export const bool = column<boolean>(16);
/** Any number of PostgreSQL's: 16, 32 and 64 bits, floats and numeric. One that JavaScript can't hold throws. */
const NUMBERS = [21, 23, 20, 700, 701, 1700];
export const number = column<number>(...NUMBERS);
export const cents = column<Cents>(...NUMBERS);
export const minor = column<Minor>(...NUMBERS);
export const basisPoints = column<BasisPoints>(...NUMBERS);
export const timestamp = column<Date>(1184);
/** A date without a time, such as 2026-03-01. */
export const day = column<string>(1082);
export const bytes = column<Buffer>(17);
/** The result of a function that returns none, such as a lock. */
export const VOID = column<string>(2278);

export const oneOf = <const Word extends string>(words: readonly Word[]): Column<Word> => ({
  types: TEXT,
  isNullable: false,
  faultOf: (value) => (words.some((word) => word === value) ? undefined : `${String(value)} is none of ${words}`),
});

export const json = <T>(schema: Parser<T>): Column<T> => ({
  types: [114, 3802],
  isNullable: false,
  faultOf: (value) => faultBySchema(schema, value),
});

function faultBySchema(schema: Parser<unknown>, value: unknown) {
  try {
    schema.parse(value);
  } catch (error) {
    return String(error);
  }
}

/** Elements are never null. */
const LISTS = new Map([
  [25, [1009, 1015, 1003]],
  [2950, [2951]],
  [21, [1005, 1007, 1016, 1021, 1022, 1231]],
  [1184, [1185]],
]);
export const list = <T>(element: Column<T>): Column<T[]> => ({
  types: LISTS.get(element.types[0] ?? 0) ?? [],
  isNullable: false,
  faultOf: (value) =>
    Array.isArray(value)
      ? value.map((item) => (item === null ? 'an element is null' : element.faultOf?.(item))).find(Boolean)
      : 'it is no list',
});

export const orNull = <T>(of: Column<T>): Column<T | null> => ({
  types: of.types,
  isNullable: true,
  faultOf: of.faultOf,
});

/** Never null, for a reason that is not in the statement's text. */
export const present = <T>(of: Column<T>, reason: string): Column<T> => ({ ...of, presentBecause: reason });

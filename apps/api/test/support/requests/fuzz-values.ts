/** Valid, odd and broken values for fuzzing, from a seeded random generator. */
import type { Schema } from './operations.ts';

export type Chance = ReturnType<typeof chanceOf>;

/** Mulberry32: the same seed gives the same requests. */
export function chanceOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    whole: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    happens: (share: number) => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

const ODD_STRINGS = [
  '',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '\0',
  'a\0b',
  '0',
  '-1',
  'null',
  'undefined',
  'true',
  'NaN',
  '[object Object]',
  'é',
  'e\u0301',
  'ﬁ',
  'İ',
  'ß',
  '١٢٣',
  'שלום',
  '\u202eabc',
  '\u200b',
  '\ufeff',
  '💎',
  '👨‍👩‍👧‍👦',
  '\ud800',
  '\udc00a',
  '\uffff',
  'Z͑ͫ̓ͪ̂ͫ̽',
  "' or 1=1 --",
  '"; drop table users',
  '%',
  '_',
  '\\',
  "\\'",
  '%%%',
  '*',
  '(((',
  '[a-z]+',
  '$1',
  '\u0024{1}',
  '{{7*7}}',
  '#{1}',
  '<script>alert(1)</script>',
  '</script>',
  '&amp;',
  'javascript:alert(1)',
  '../../etc/passwd',
  '..%2f',
  '/',
  '//evil.example',
  'http://169.254.169.254/',
  'file:///etc/passwd',
  '=1+1',
  '@SUM(A1)',
  '__proto__',
  'constructor',
  'toString',
  'a@b',
  'a@b.c',
  'x'.repeat(255),
  'x'.repeat(256),
  'ü'.repeat(4_000),
  'x'.repeat(20_000),
  '9'.repeat(400),
  '2026-02-30',
  '0000-00-00',
  '2026-01-01T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '-000001-01-01T00:00:00Z',
  '01890000-0000-7000-8000-00000000000g',
] as const;
const ODD_NUMBERS = [
  0, -0, -1, 1, 0.1, 1.005, -0.001, 99, 100, 101, 255, 256, 1e3, 1e6, 32_767, 32_768, 65_536, 2_147_483_647,
  2_147_483_648, -2_147_483_649, 4_294_967_296, 1e15, 9_007_199_254_740_991, 9_007_199_254_740_992,
  -9_007_199_254_740_992, 1e21, 1e-7, 1e100, 1.7976931348623157e308, 5e-324,
] as const;
const ODD_SHAPES: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  [1, 'a', {}],
  { '': '' },
  { length: 5 },
];

export const oddString = ({ pick }: Chance) => pick(ODD_STRINGS);
export function oddValue(chance: Chance): unknown {
  const kind = chance.whole(0, 3);
  if (kind === 0) return chance.pick(ODD_NUMBERS);
  if (kind === 1) return chance.pick(ODD_SHAPES);
  return oddString(chance);
}

/** A value that roughly fits a schema; existing values where any text is allowed. */
export function valueFor(schema: Schema, chance: Chance, known: Known, depth = 0): unknown {
  const { pick, whole, happens } = chance;
  if ('$ref' in schema) return valueFor(known.refs(String(schema.$ref)), chance, known, depth + 1);
  if (depth > 8) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return valueFor(pick(choice) as Schema, chance, known, depth + 1);
  if (schema.allOf) {
    const [value, ...others] = schema.allOf.map((part) => valueFor(part as Schema, chance, known, depth + 1));
    return others.length > 0 ? Object.assign({}, value, ...others) : value;
  }

  const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type;
  if (type === 'object' || schema.properties) {
    const required = new Set(schema.required);
    const included = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || happens(0.6));
    return Object.fromEntries(
      included.map(([name, part]) => [name, valueFor(part as Schema, chance, known, depth + 1)]),
    );
  }
  if (type === 'array') {
    const items = 'items' in schema ? (schema.items as Schema) : {};
    return Array.from({ length: whole(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)) }, () =>
      valueFor(items, chance, known, depth + 1),
    );
  }
  if (type === 'integer' || type === 'number') {
    const [least, most] = [Math.max(schema.minimum ?? 0, -100), Math.min(schema.maximum ?? 100, 100)];
    return happens(0.2)
      ? pick([schema.minimum, schema.maximum, least].filter((it) => it !== undefined))
      : whole(least, most);
  }
  if (type === 'boolean') return happens(0.5);
  if (type === 'null') return null;
  if (schema.format === 'uuid') return pick(known.ids);
  if (schema.format === 'email') return pick(known.emails);
  if (schema.format === 'date-time') return pick(['2026-01-01T00:00:00Z', '2030-12-31T23:59:59.999Z']);
  if (schema.format === 'date') return pick(['2026-01-01', '2026-11-16']);
  return pick(known.texts);
}

export type Known = { ids: string[]; emails: string[]; texts: string[]; refs: (ref: string) => Schema };

/** The value with one part made invalid. */
export function spoil(value: unknown, chance: Chance): unknown {
  const { pick, happens, whole } = chance;
  if (Array.isArray(value)) {
    if (value.length > 0 && happens(0.6)) return value.with(whole(0, value.length - 1), oddValue(chance));
    return happens(0.5) ? [...value, ...value, oddValue(chance)] : oddValue(chance);
  }
  if (typeof value !== 'object' || value === null) return oddValue(chance);
  const entries = Object.entries(value);
  const name = entries.length > 0 ? pick(entries)[0] : 'a';
  const { [name]: part, ...rest } = value as Record<string, unknown>;
  const kind = whole(0, 5);
  if (kind === 0) return rest;
  if (kind === 1) return { ...value, [oddString(chance)]: oddValue(chance) };
  if (kind === 2) return { ...rest, [name.toUpperCase()]: part };
  return { ...rest, [name]: spoil(part, chance) };
}

import type { Row, Shape } from './row.ts';

/** A part of a statement. Its values become parameters, its fragments are inserted; `undefined` adds nothing. */
export class Fragment {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings;
    this.values = values;
  }
}

export const sql = (strings: TemplateStringsArray, ...values: unknown[]) => new Fragment(strings, values);

/** Text of the code itself, such as a direction or a name: never of a request. */
export const raw = (text: string) => new Fragment([text], []);

type Part = Fragment | undefined | null | false | '';

/** Those that are not omitted, one after the other. */
export function join(parts: readonly Part[], separator: Fragment): Fragment {
  const present = parts.filter((part) => part instanceof Fragment);
  const between = Array.from({ length: Math.max(present.length - 1, 0) }, (_, place) => [
    separator,
    present[place + 1],
  ]);
  const values = [...present.slice(0, 1), ...between.flat()];
  return new Fragment(
    Array.from({ length: values.length + 1 }, () => ''),
    values,
  );
}

const AND = raw(' and ');
const ALWAYS = raw('true');

/** Only on this condition. */
export const when = (condition: unknown, fragment: Fragment) => (condition ? fragment : undefined);

/** All conditions that are not omitted; true if there is none. */
export function and(...conditions: Part[]) {
  const all = join(conditions, AND);
  return all.values.length > 0 ? all : ALWAYS;
}

const COMMA = raw(', ');
const nameOf = (key: string) => key.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** A column by its key: the code's own, never a request's. */
export const columnOf = (key: string) => raw(nameOf(key));

/** The columns of a shape as they are in a table: `id, order_id`, or `o.id, o.order_id` with its alias. */
export const columnsOf = (shape: Shape, alias?: string) =>
  raw(
    Object.keys(shape)
      .map((key) => `${alias ? `${alias}.` : ''}${nameOf(key)}`)
      .join(', '),
  );

type Values = Readonly<Record<string, unknown>>;

/** For `update … set`: `title = $1, ends_at = $2`. Keys are the code's own, never a request's; undefined ones are omitted. */
export const assignments = (values: Values) =>
  join(
    Object.entries(values).map(([key, value]) => value !== undefined && sql`${columnOf(key)} = ${value}`),
    COMMA,
  );

const DEFAULT = raw('default');

/** For `insert into …`: `(title, ends_at) values ($1, $2), ($3, default)`, with the keys of all rows. */
export function rowsOf(rows: readonly Values[]) {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row).filter((key) => row[key] !== undefined)))];
  const termOf = (value: unknown) => (value === undefined ? DEFAULT : sql`${value}`);
  const tuples = rows.map(
    (row) =>
      sql`(${join(
        keys.map((key) => termOf(row[key])),
        COMMA,
      )})`,
  );
  return sql`(${raw(keys.map(nameOf).join(', '))}) values ${join(tuples, COMMA)}`;
}

/** What the driver tells about an executed statement; `rows` have the values in the order of the columns. */
export type Result = { rows: unknown[][]; rowCount: number | null; fields: { name: string; dataTypeID: number }[] };

/**
 * What is sent, under a name that logs, traces and `pg_stat_statements` show, and what becomes of its result. It is sent
 * when it is run: creating it does nothing.
 */
export class Statement<Out> {
  readonly name: string;
  readonly fragment: Fragment;
  /** Undefined: it returns no rows. */
  readonly shape: Shape | undefined;
  readonly isPrepared: boolean;
  readonly read: (result: Result) => Out;
  /** Once composed, if it has no parameters: those of a module are sent again and again. */
  #constant?: string;

  constructor(name: string, fragment: Fragment, shape: Shape | undefined, read: (result: Result) => Out, how: How) {
    this.name = name;
    this.fragment = fragment;
    this.shape = shape;
    this.read = read;
    this.isPrepared = how.prepare ?? false;
  }

  /** Its text, with the name as a comment, and its parameters. */
  compose() {
    const { strings, values } = this.fragment;
    if (this.#constant !== undefined) return { text: this.#constant, values: [] };
    if (!values.some(isComposed)) return { text: constantText(this.name, strings), values: [...values] };
    const parameters: unknown[] = [];
    const text = `/* ${this.name} */ ${append('', this.fragment, parameters)}`;
    if (parameters.length === 0) this.#constant = text;
    return { text, values: parameters };
  }
}

/**
 * `prepare`: for a statement that runs often and has one good plan for all values. Connections parse it once and, after a
 * few runs, PostgreSQL reuses its plan. Not for statements composed of varying parts, nor where the best plan depends on
 * the values: those are planned each time.
 */
type How = { prepare?: boolean };

const isComposed = (value: unknown) => value === undefined || value instanceof Fragment;

function append(text: string, { strings, values }: Fragment, parameters: unknown[]): string {
  let composed = text + (strings[0] ?? '');
  for (let place = 0; place < values.length; place += 1) {
    const value = values[place];
    if (value instanceof Fragment) composed = append(composed, value, parameters);
    else if (value !== undefined) composed += `$${parameters.push(value)}`;
    composed += strings[place + 1] ?? '';
  }
  return composed;
}

/** Of a statement whose values are all parameters: composed once. */
const constantTexts = new WeakMap<readonly string[], string>();

function constantText(name: string, strings: readonly string[]) {
  const known = constantTexts.get(strings);
  if (known) return known;
  const text = strings.reduce((before, after, place) => `${before}$${place}${after}`);
  constantTexts.set(strings, `/* ${name} */ ${text}`);
  return `/* ${name} */ ${text}`;
}

type Template<Out> = (strings: TemplateStringsArray, ...values: unknown[]) => Statement<Out>;

const template =
  <Out>(name: string, shape: Shape | undefined, read: (result: Result) => Out, how: How = {}): Template<Out> =>
  (strings, ...values) =>
    new Statement(name, new Fragment(strings, values), shape, read, how);

/** All rows of the result. */
export const all = <S extends Shape>(name: string, shape: S, how?: How) =>
  template(name, shape, (result) => readRows<Row<S>>(result), how);

/** The first row, if there is one. */
export const first = <S extends Shape>(name: string, shape: S, how?: How): Template<Row<S> | undefined> =>
  template(name, shape, (result) => readRows<Row<S>>(result)[0], how);

/** The first row of a statement that always has one. */
export const one = <S extends Shape>(name: string, shape: S, how?: How): Template<Row<S>> =>
  template(
    name,
    shape,
    (result) => {
      const [row] = readRows<Row<S>>(result);
      if (!row) throw new Error(`${name}: no row.`);
      return row;
    },
    how,
  );

/** How many rows it wrote or locked. */
export const count = (name: string, how?: How): Template<number> =>
  template(name, undefined, ({ rowCount }) => rowCount ?? 0, how);

const keys = new Map<string, string>();

/** `order_id` → `orderId`. */
export function keyOf(column: string) {
  const known = keys.get(column);
  if (known !== undefined) return known;
  const key = column.replaceAll(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase());
  keys.set(column, key);
  return key;
}

export const keysOf = ({ fields }: Pick<Result, 'fields'>) => fields.map(({ name }) => keyOf(name));

/** The only place where what the database answers gets its type: tests compare every row with its shape. */
function readRows<R>(result: Result) {
  const names = keysOf(result);
  return result.rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let place = 0; place < names.length; place += 1) row[names[place] ?? ''] = values[place];
    return row as R;
  });
}

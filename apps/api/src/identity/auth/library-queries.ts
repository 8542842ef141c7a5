import { createAdapterFactory } from 'better-auth/adapters';
import type { Db } from '#platform/database/db.ts';
import { bool, number, orNull, type Shape, text, timestamp, uuid } from '#platform/database/row.ts';
import {
  all,
  and,
  assignments,
  columnOf,
  columnsOf,
  count,
  first,
  join,
  one,
  raw,
  rowsOf,
  sql,
} from '#platform/database/sql.ts';

const times = { createdAt: timestamp, updatedAt: timestamp };

/** The models of the authentication library: each a table, with the columns that the library knows. */
const MODELS: Record<string, { table: string; row: Shape }> = {
  user: {
    table: 'users',
    row: {
      ...{ id: uuid, name: text, email: text, emailVerified: bool, image: orNull(text), twoFactorEnabled: bool },
      ...times,
    },
  },
  session: {
    table: 'sessions',
    row: {
      ...{ id: uuid, userId: uuid, token: text, expiresAt: timestamp },
      ...{ ipAddress: orNull(text), userAgent: orNull(text), ...times },
    },
  },
  account: {
    table: 'accounts',
    row: {
      ...{ id: uuid, userId: uuid, accountId: text, providerId: text, password: orNull(text), scope: orNull(text) },
      ...{ accessToken: orNull(text), refreshToken: orNull(text), idToken: orNull(text) },
      ...{ accessTokenExpiresAt: orNull(timestamp), refreshTokenExpiresAt: orNull(timestamp), ...times },
    },
  },
  verification: {
    table: 'verifications',
    row: { id: uuid, identifier: text, value: text, expiresAt: timestamp, ...times },
  },
  twoFactor: {
    table: 'two_factors',
    row: {
      ...{ id: uuid, userId: uuid, secret: text, backupCodes: text, verified: bool },
      ...{ failedVerificationCount: orNull(number), lockedUntil: orNull(timestamp) },
    },
  },
};

function modelOf(name: string) {
  const model = MODELS[name];
  if (!model) throw new Error(`The authentication library has no table for ${name}.`);
  return { table: raw(model.table), row: model.row, columns: columnsOf(model.row) };
}

/** `field` is a column of the model: the library rejects any other. */
type Condition = { field: string; operator: string; value: unknown; connector: string; mode: string };

const COMPARISONS: Record<string, string> = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** The conditions that the library uses; a new one throws. */
function condition({ field, operator, value, connector, mode }: Condition) {
  const column = columnOf(field);
  const comparison = COMPARISONS[operator];
  const isPlain = connector === 'AND' && mode === 'sensitive';
  if (isPlain && operator === 'eq' && value === null) return sql`${column} is null`;
  if (isPlain && operator === 'in') return sql`${column} = any (${value})`;
  if (isPlain && comparison) return sql`${column} ${raw(comparison)} ${value}`;
  throw new Error(`The authentication library compares ${field} in a new way: ${mode} ${operator} ${connector}.`);
}

const matching = (where: readonly Condition[] = []) => and(...where.map(condition));

/** The library gives a row the type that its caller asks for. In tests, every row is compared with `MODELS`. */
const as = <T>(row: unknown) => row as T;

/** What the library sends to its database: that of the current call, which may be an open transaction. */
export const libraryAdapter = (currentDb: () => Db) =>
  createAdapterFactory({
    config: { adapterId: 'crystalline' },
    adapter: () => ({
      async create({ model, data }) {
        const { table, row, columns } = modelOf(model);
        const insert = one('auth.insert', row)`insert into ${table} ${rowsOf([data])} returning ${columns}`;
        return as(await currentDb().run(insert));
      },

      async findOne({ model, where }) {
        const { table, row, columns } = modelOf(model);
        const find = first('auth.find', row)`select ${columns} from ${table} where ${matching(where)}`;
        return as((await currentDb().run(find)) ?? null);
      },

      async findMany({ model, where, limit, sortBy, offset = 0 }) {
        const { table, row, columns } = modelOf(model);
        const order =
          sortBy && sql`order by ${columnOf(sortBy.field)} ${raw(sortBy.direction === 'desc' ? 'desc' : 'asc')}`;
        const list = all('auth.list', row)`
          select ${columns} from ${table} where ${matching(where)} ${order} limit ${limit} offset ${offset}`;
        return as(await currentDb().run(list));
      },

      async count({ model, where }) {
        const { table } = modelOf(model);
        const counted = one('auth.count', { rows: number })`
          select count(*) as rows from ${table} where ${matching(where)}`;
        return (await currentDb().run(counted)).rows;
      },

      async update({ model, where, update }) {
        const { table, row, columns } = modelOf(model);
        const changed = first('auth.update', row)`
          update ${table} set ${assignments(as(update))} where ${matching(where)} returning ${columns}`;
        return as((await currentDb().run(changed)) ?? null);
      },

      updateMany: ({ model, where, update }) =>
        currentDb().run(
          count('auth.updateMany')`
            update ${modelOf(model).table} set ${assignments(update)} where ${matching(where)}`,
        ),

      async delete({ model, where }) {
        await currentDb().run(count('auth.delete')`delete from ${modelOf(model).table} where ${matching(where)}`);
      },

      deleteMany: ({ model, where }) =>
        currentDb().run(count('auth.deleteMany')`delete from ${modelOf(model).table} where ${matching(where)}`),

      /** Atomic: of two callers, one gets the row. */
      async consumeOne({ model, where }) {
        const { table, row, columns } = modelOf(model);
        const consume = first('auth.consume', row)`
          delete from ${table} where id in (select id from ${table} where ${matching(where)} limit 1)
          returning ${columns}`;
        return as((await currentDb().run(consume)) ?? null);
      },

      /** Atomic: the conditions are checked again after waiting for another writer. */
      async incrementOne({ model, where, increment, set = {} }) {
        const { table, row, columns } = modelOf(model);
        const sums = Object.entries(increment).map(
          ([field, by]) => sql`${columnOf(field)} = ${columnOf(field)} + ${by}`,
        );
        const changes = join([...sums, Object.keys(set).length > 0 && assignments(set)], raw(', '));
        const changed = first('auth.increment', row)`
          update ${table} set ${changes}
           where ${matching(where)} and id in (select id from ${table} where ${matching(where)} limit 1)
          returning ${columns}`;
        return as((await currentDb().run(changed)) ?? null);
      },
    }),
  });

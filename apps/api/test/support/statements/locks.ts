import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';

/** What the current transaction has locked, without indexes and what is only read. */
const LOCKS = `
  select coalesce(c.relname, 'advisory lock') as target, l.mode, concat_ws(' ', l.locktype, l.relation, l.classid, l.objid, l.mode) as lock
    from pg_locks l left join pg_class c on c.oid = l.relation
   where l.pid = pg_backend_pid()
     and (l.locktype = 'advisory' or c.relkind in ('r', 'p') and l.mode <> 'AccessShareLock')
   order by l.mode = 'RowExclusiveLock', target`;
const Locks = z.object({ rows: z.array(z.object({ target: z.string(), mode: z.string(), lock: z.string() })) });

/** PostgreSQL's mode for a table of which rows are locked, or written. */
const VERBS: Record<string, string> = { RowShareLock: 'locks', RowExclusiveLock: 'writes', ExclusiveLock: 'takes' };
const WRITES = /\b(for (no key )?update|for (key )?share|insert into|update \w+|delete from|add_jobs?)\b/;
const Sent = z.union([z.string(), z.object({ text: z.string() }).transform(({ text }) => text)]);

/**
 * What the transactions of these pools lock meanwhile, in the order in which it is sent: each statement that locks or
 * writes, with what its transaction has not locked like this before, by triggers and foreign keys too. The number is that
 * of the round trip of the transaction.
 */
export async function recordLocks(pools: readonly Pool[], act: () => Promise<unknown>) {
  const lines: Promise<string[]>[] = [];
  const originals = new Map<PoolClient, PoolClient['query']>();

  function record(client: PoolClient) {
    if (originals.has(client)) return;
    const { query } = client;
    originals.set(client, query);
    let known = new Set<string>();
    /** 0: there is no transaction. */
    let roundTrip = 0;
    let unanswered = 0;

    /** Sent right behind the statement, on its connection. It fails in an aborted transaction. */
    async function listNewLocks() {
      const answer: unknown = await Reflect.apply(query, client, [LOCKS]).catch(() => ({ rows: [] }));
      const added = Locks.parse(answer).rows.filter(({ lock }) => !known.has(lock));
      known = new Set([...known, ...added.map(({ lock }) => lock)]);
      const byVerb = Map.groupBy(added, ({ mode }) => VERBS[mode] ?? mode);
      return [...byVerb].map(
        ([verb, locks]) => `${verb} ${[...new Set(locks.map(({ target }) => target))].join(', ')}`,
      );
    }

    async function describe(text: string, place: number) {
      const name = /^\/\* (\S+) \*\//.exec(text)?.[1];
      if (!name) return [`${place} ${text}`];
      const locks = await listNewLocks();
      if (locks.length > 0) return [`${place} ${name}: ${locks.join('; ')}`];
      return WRITES.test(text) ? [`${place} ${name}`] : [];
    }

    const recorded = (...given: unknown[]) => {
      const text = Sent.parse(given[0]);
      if (text.startsWith('begin')) [known, roundTrip, unanswered] = [new Set(), 1, 0];
      else if (roundTrip > 0 && unanswered === 0) roundTrip += 1;
      unanswered += 1;
      const result: unknown = Reflect.apply(query, client, given);
      const answered = () => {
        unanswered -= 1;
      };
      if (result instanceof Promise) result.then(answered, answered);
      if (roundTrip > 0) lines.push(describe(text, roundTrip));
      if (text === 'commit' || text === 'rollback') roundTrip = 0;
      return result;
    };
    Object.defineProperty(client, 'query', { value: recorded, configurable: true });
  }

  for (const pool of pools) pool.on('acquire', record);
  try {
    await act();
    return (await Promise.all(lines)).flat();
  } finally {
    for (const pool of pools) pool.off('acquire', record);
    for (const [client, query] of originals)
      Object.defineProperty(client, 'query', { value: query, configurable: true });
  }
}

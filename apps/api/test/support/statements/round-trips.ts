import type { Pool, PoolClient } from 'pg';

const textOf = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : String(statement);

/**
 * The round trips to the database meanwhile, each as the statements that were sent in it: those that a connection got
 * while an earlier one was not answered yet.
 */
export async function recordRoundTrips<T>(pool: Pool, act: () => Promise<T>) {
  const roundTrips: string[][] = [];
  const originals = new Map<PoolClient, PoolClient['query']>();

  function record(client: PoolClient) {
    if (originals.has(client)) return;
    const { query } = client;
    originals.set(client, query);
    let unanswered = 0;
    const recorded = (...given: unknown[]) => {
      if (unanswered === 0) roundTrips.push([]);
      roundTrips.at(-1)?.push(textOf(given[0]));
      unanswered += 1;
      const settled = () => {
        unanswered -= 1;
      };
      const done = given.at(-1);
      if (typeof done === 'function') {
        const answered = (...results: unknown[]) => {
          settled();
          Reflect.apply(done, undefined, results);
        };
        return Reflect.apply(query, client, [...given.slice(0, -1), answered]);
      }
      const result: unknown = Reflect.apply(query, client, given);
      if (result instanceof Promise) result.then(settled, settled);
      return result;
    };
    Object.defineProperty(client, 'query', { value: recorded, configurable: true });
  }

  pool.on('acquire', record);
  try {
    return { result: await act(), roundTrips };
  } finally {
    pool.off('acquire', record);
    for (const [client, query] of originals)
      Object.defineProperty(client, 'query', { value: query, configurable: true });
  }
}

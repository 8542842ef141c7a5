import type { LightMyRequestResponse } from 'fastify';
import type { Pool, PoolClient } from 'pg';

const crash = () => new Error('The process has crashed.');

const replaceQuery = (client: PoolClient, value: unknown) =>
  Object.defineProperty(client, 'query', { value, configurable: true });

/**
 * Acts like a process that dies after this many statements: the last one has run, but nothing follows it, neither a
 * statement nor the code that waits for it, and the database closes the connection without a commit. Returns undefined
 * after a crash.
 */
export async function crashAfter<T>(pools: readonly Pool[], statements: number, act: () => Promise<T>) {
  const originals = new Map<PoolClient, PoolClient['query']>();
  let executed = 0;

  async function run(client: PoolClient, statement: unknown[]) {
    if (executed >= statements) throw crash();
    const query = originals.get(client);
    if (!query) throw new Error('The connection is not prepared.');
    const result: unknown = await Reflect.apply(query, client, statement);
    executed += 1;
    if (executed < statements) return result;
    await Reflect.apply(query, client, ['select pg_terminate_backend(pg_backend_pid())']).catch(() => undefined);
    throw crash();
  }

  function prepare(client: PoolClient) {
    if (originals.has(client)) return;
    originals.set(client, client.query);
    const query = (...given: unknown[]) => {
      const done = given.at(-1);
      if (typeof done !== 'function') return run(client, given);
      return run(client, given.slice(0, -1)).then(
        (result) => done(undefined, result),
        (error: unknown) => done(error),
      );
    };
    replaceQuery(client, query);
  }

  for (const pool of pools) pool.on('acquire', prepare);
  try {
    const result = await act().catch((error: unknown) => {
      if (executed < statements) throw error;
    });
    return executed < statements ? result : undefined;
  } finally {
    for (const pool of pools) pool.off('acquire', prepare);
    for (const [client, query] of originals) replaceQuery(client, query);
  }
}

/**
 * Sends a request again and again like a client that waits for its response, with a crash after its first statement,
 * after the second, and so on. `readEffects` is called after every crash.
 */
export async function sendWithCrashes<E>(
  pools: readonly Pool[],
  send: () => Promise<LightMyRequestResponse>,
  readEffects: () => Promise<E>,
) {
  const effects: E[] = [];
  for (let statements = 1; ; statements += 1) {
    const response = await crashAfter(pools, statements, send);
    if (response) return { response, effects };
    effects.push(await readEffects());
  }
}

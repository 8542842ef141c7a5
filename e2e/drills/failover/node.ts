import pg from 'pg';

/** A connection to one node by its socket, which works without the network. */
export async function onNode<T>(socket: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({
    host: socket,
    user: 'postgres',
    database: 'postgres',
    connectionTimeoutMillis: 1_000,
    query_timeout: 3_000,
    // The server gives up too: a row whose wait for the standby was cancelled is not acknowledged.
    statement_timeout: 2_500,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

import type { PoolClient } from 'pg';

/**
 * Statements that are sent at once leave in one system call, instead of one for each that wakes PostgreSQL every time:
 * the driver itself corks the stream only for the messages of one statement.
 */
export function writeTogether(client: PoolClient) {
  const query = client.query.bind(client);
  const { stream } = client.connection;
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  const corked = (...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      // Runs after the promise callbacks that are due, and so after the statements that these send.
      process.nextTick(uncork);
    }
    return Reflect.apply(query, client, args);
  };
  Object.defineProperty(client, 'query', { value: corked, configurable: true });
}

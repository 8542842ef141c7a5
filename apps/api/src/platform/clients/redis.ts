import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 200;
const PROBE_EVERY_MS = 1_000;

export type OptionalRedis = ReturnType<typeof connectRedis>;

/** Connects, logs in and pings; throws if that fails. */
export async function pingRedis(url: string) {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  });
  // The promise is rejected with "Connection is closed"; the event has the reason.
  let reason: Error | undefined;
  client.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    throw reason ?? error;
  } finally {
    client.disconnect();
  }
}

/**
 * Correctness never depends on Redis: every caller works without it. It is connected in the background. After one
 * failed command it is skipped until a ping succeeds (circuit breaker), so that a hanging Redis delays only a few
 * requests.
 */
export function connectRedis(url: string, log: { warn: (details: object, text: string) => void }) {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: COMMAND_TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 100, PROBE_EVERY_MS),
  });
  const subscribers: Redis[] = [];
  let unavailable = false;

  const markUnavailable = (error: Error) => {
    if (!unavailable)
      log.warn({ err: error }, 'Redis is unavailable. Continuing without it. Start it with `redis-server`.');
    unavailable = true;
  };
  const markAvailable = () => {
    unavailable = false;
  };
  client.on('error', markUnavailable);
  client.on('ready', markAvailable);
  const probe = setInterval(() => {
    if (!unavailable || client.status !== 'ready') return;
    client.ping().then(markAvailable, markUnavailable);
  }, PROBE_EVERY_MS);
  probe.unref();
  client.connect().catch(markUnavailable);

  const usable = () => client.status === 'ready' && !unavailable;
  return {
    usable,
    /** The result of `work`, or undefined when Redis is unavailable or slow. Never throws. */
    async attempt<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> {
      if (!usable()) return undefined;
      try {
        return await work(client);
      } catch (error) {
        markUnavailable(error instanceof Error ? error : new Error(String(error)));
        return undefined;
      }
    },
    /** Subscribes on a dedicated connection. Messages published while Redis is unavailable are lost. */
    listen(channel: string, onMessage: (message: string) => void) {
      const subscriber = client.duplicate({ autoResubscribe: false, commandTimeout: undefined });
      subscribers.push(subscriber);
      // Not logged: the main connection has the same error and logs it.
      subscriber.on('error', () => {});
      subscriber.on('message', (_channel, message: string) => onMessage(message));
      subscriber.on('ready', () => void subscriber.subscribe(channel).catch(() => {}));
      subscriber.connect().catch(() => {});
    },
    close() {
      clearInterval(probe);
      for (const connection of [client, ...subscribers]) connection.disconnect();
    },
  };
}

import { Redis } from 'ioredis';

const COMMAND_TIMEOUT_MS = 200;
const PROBE_EVERY_MS = 1_000;

export type OptionalRedis = ReturnType<typeof connectRedis>;

/**
 * Redis makes the shop faster, never right: every caller can go on without it. It is connected in the
 * background, and after one failed command it is left alone until a ping succeeds again, so that a Redis
 * that hangs costs a few requests a moment and the rest nothing.
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
  let warned = false;

  const markUnavailable = (error: Error) => {
    unavailable = true;
    if (!warned) log.warn({ err: error }, 'Redis cannot be used: going on without it. `redis-server` starts one.');
    warned = true;
  };
  client.on('error', markUnavailable);
  client.on('ready', () => {
    unavailable = false;
    warned = false;
  });
  const probe = setInterval(() => {
    if (!unavailable || client.status !== 'ready') return;
    client.ping().then(() => {
      unavailable = false;
      warned = false;
    }, markUnavailable);
  }, PROBE_EVERY_MS);
  probe.unref();
  client.connect().catch(markUnavailable);

  const usable = () => client.status === 'ready' && !unavailable;
  return {
    usable,
    /** What `work` found in Redis, or undefined when Redis is away or slow. Never throws. */
    async attempt<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> {
      if (!usable()) return undefined;
      try {
        return await work(client);
      } catch (error) {
        markUnavailable(error instanceof Error ? error : new Error(String(error)));
        return undefined;
      }
    },
    /** Hears what is published there, on a connection of its own. What is said while Redis is away is never heard. */
    listen(channel: string, onMessage: (message: string) => void) {
      const subscriber = client.duplicate({ autoResubscribe: false, commandTimeout: undefined });
      subscribers.push(subscriber);
      // Not worth a line of its own: the connection beside it has the same trouble, and tells.
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

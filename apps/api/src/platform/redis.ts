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
  const ears: Redis[] = [];
  let resting = false;
  let told = false;

  const rest = (error: Error) => {
    resting = true;
    if (!told) log.warn({ err: error }, 'Redis cannot be used: going on without it. `redis-server` starts one.');
    told = true;
  };
  client.on('error', rest);
  client.on('ready', () => {
    resting = false;
    told = false;
  });
  const probe = setInterval(() => {
    if (!resting || client.status !== 'ready') return;
    client.ping().then(() => {
      resting = false;
      told = false;
    }, rest);
  }, PROBE_EVERY_MS);
  probe.unref();
  client.connect().catch(rest);

  const usable = () => client.status === 'ready' && !resting;
  return {
    usable,
    /** What `work` found in Redis, or undefined when Redis is away or slow. Never throws. */
    async attempt<T>(work: (redis: Redis) => Promise<T>): Promise<T | undefined> {
      if (!usable()) return undefined;
      try {
        return await work(client);
      } catch (error) {
        rest(error instanceof Error ? error : new Error(String(error)));
        return undefined;
      }
    },
    /** Hears what is published there, on a connection of its own. What is said while Redis is away is never heard. */
    listen(channel: string, hear: (message: string) => void) {
      const ear = client.duplicate({ autoResubscribe: false, commandTimeout: undefined });
      ears.push(ear);
      // Not worth a line of its own: the connection beside it has the same trouble, and tells.
      ear.on('error', () => {});
      ear.on('message', (_channel, message: string) => hear(message));
      ear.on('ready', () => void ear.subscribe(channel).catch(() => {}));
      ear.connect().catch(() => {});
    },
    close() {
      clearInterval(probe);
      for (const connection of [client, ...ears]) connection.disconnect();
    },
  };
}

import type { BaseLogger } from 'pino';
import type { Db } from '#db.ts';
import type { Mailer } from './mailer.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { OptionalRedis } from './redis.ts';

export type TaskTools = {
  db: Db;
  log: Pick<BaseLogger, 'error'>;
  mailer: Mailer;
  provider: PaymentProvider;
  redis: OptionalRedis;
  publicOrigin: string;
  authSecret: string;
  /** Directory of the erasure list, outside the database. */
  erasuresDir: string;
};

/** Background tasks by name. A job may run more than once: each task must be idempotent. */
export type Tasks = Record<string, (payload: unknown, tools: TaskTools) => Promise<void>>;

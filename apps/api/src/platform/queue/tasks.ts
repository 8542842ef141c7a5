import type { Disk } from 'flydrive';
import type { BaseLogger } from 'pino';
import type { Mailer } from '#platform/clients/mailer.ts';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import type { Db } from '#platform/database/db.ts';

export type TaskTools = {
  db: Db;
  /** For data integrity checks: connections without the worker's statement timeout. Default: `db`. */
  checkDb?: Db;
  /** A replica, if there is one, for reads of the whole store that may be some seconds late. */
  replicaDb?: Db;
  log: Pick<BaseLogger, 'error'>;
  mailer: Mailer;
  provider: PaymentProvider;
  redis: OptionalRedis;
  /** The media store. */
  disk: Disk;
  publicOrigin: string;
  authSecret: string;
  /** Where replies to support emails are received; undefined if the store receives none. */
  inboundAddress?: string | undefined;
  /** Directory of the erasure list, outside the database. */
  erasuresDir: string;
};

/** Background tasks by name. A job may run more than once: each task must be idempotent. */
export type Tasks = Record<string, (payload: unknown, tools: TaskTools) => Promise<void>>;

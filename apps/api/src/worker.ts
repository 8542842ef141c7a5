import { run, type TaskList } from 'graphile-worker';
import { createMailer } from '#platform/clients/mailer.ts';
import { connectProvider } from '#platform/clients/payment-provider.ts';
import { connectRedis } from '#platform/clients/redis.ts';
import { type ConnectOptions, connect } from '#platform/database/db.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { assertKnownSchema } from '#platform/database/migrate.ts';
import { exitWhenPoolIsLost } from '#platform/database/pool-watch.ts';
import { queueLogger } from '#platform/queue/queue-logger.ts';
import { readFromReplica } from '#platform/replica/reads.ts';
import { watchReplica } from '#platform/replica/watch.ts';
import { readConfig } from './platform/config.ts';
import { armCrashPoint } from './platform/crash-point.ts';
import { createLogger } from './platform/logging.ts';
import { runProcess, waitForDatabase } from './platform/process.ts';
import { CRONTAB, taskList } from './tasks.ts';

await runProcess(async () => {
  const config = readConfig(process.env);
  const log = createLogger(config);
  armCrashPoint(config.crashAt);
  // The queue uses LISTEN, which a pooler does not support.
  const open = (url: string, max: number, more: Partial<ConnectOptions> = {}) =>
    connect({
      url,
      applicationName: 'crystalline-worker',
      max,
      statementTimeoutMs: 30_000,
      onError: (error) => log.warn({ err: error }, 'Lost a PostgreSQL connection.'),
      ...more,
    });
  const primary = open(config.databaseDirectUrl, 10);
  const { db, pool } = primary;
  // One connection for a check, one for the polls of the position.
  const replica = config.databaseReplicaUrl
    ? open(config.databaseReplicaUrl, 2, { pooler: config.databasePooler })
    : undefined;

  // graphile-worker does not await the completion of a job: a connection lost at that moment must not end the process.
  // The job stays locked until free_abandoned_jobs frees it.
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, 'Failed to mark a job as completed.');
  });

  exitWhenPoolIsLost({ worker: pool }, log);
  await waitForDatabase(pool, config.databaseDirectUrl);
  await assertKnownSchema(db);

  const mailer = createMailer(config.email);
  const provider = connectProvider(config.payment, log);
  const redis = connectRedis(config.redisUrl, log);
  const { publicOrigin, authSecret, erasuresDir } = config;
  const readDb = replica
    ? readFromReplica(primary, replica, watchReplica(db, replica.db, config.databaseReplicaMaxLagSeconds * 1_000))
    : db;
  const tools = { db, readDb, log, mailer, provider, redis, publicOrigin, authSecret, erasuresDir };
  const start = (tasks: TaskList, concurrency: number, crontab = '') =>
    run({
      pgPool: pool,
      taskList: tasks,
      crontab,
      concurrency,
      noHandleSignals: true,
      logger: queueLogger(log),
    });
  // Separate runners: a hanging mail server blocks no other task, and no other task delays live notifications.
  const { send_email, publish_notifications, ...others } = taskList(tools);
  const runners = await Promise.all([
    start(others, 4, CRONTAB),
    start({ send_email }, 2),
    start({ publish_notifications }, 1),
  ]);

  return async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    mailer.close();
    redis.close();
    await Promise.all([primary.close(), replica?.close()]);
  };
});

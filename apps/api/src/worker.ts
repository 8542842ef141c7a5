import { run, type TaskList } from 'graphile-worker';
import { FULL_CHECKS_AT_ONCE } from '#operations/integrity-check.ts';
import { createMailer } from '#platform/clients/mailer.ts';
import { connectProvider } from '#platform/clients/payment-provider.ts';
import { connectRedis } from '#platform/clients/redis.ts';
import { connect } from '#platform/database/db.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { assertKnownSchema } from '#platform/database/migrate.ts';
import { exitWhenPoolIsLost } from '#platform/database/pool-watch.ts';
import { queueLogger } from '#platform/queue/queue-logger.ts';
import { readConfig } from './platform/config.ts';
import { armCrashPoint } from './platform/crash-point.ts';
import { createLogger } from './platform/logging.ts';
import { runProcess, waitForDatabase } from './platform/process.ts';
import { CRONTAB, taskList } from './tasks.ts';

/** A data integrity check of the whole store reads every table: one statement can take minutes. */
const CHECK_TIMEOUT_MS = 15 * 60_000;

await runProcess(async () => {
  const config = readConfig(process.env);
  const log = createLogger(config);
  armCrashPoint(config.crashAt);
  const { db, pool, close } = connect({
    url: config.databaseUrl,
    applicationName: 'crystalline-worker',
    max: 10,
    statementTimeoutMs: 30_000,
    onError: (error) => log.warn({ err: error }, 'Lost a PostgreSQL connection.'),
  });

  const checks = connect({
    url: config.databaseUrl,
    applicationName: 'crystalline-checks',
    max: FULL_CHECKS_AT_ONCE + 2,
    statementTimeoutMs: CHECK_TIMEOUT_MS,
    onError: (error) => log.warn({ err: error }, 'Lost a PostgreSQL connection.'),
  });

  // graphile-worker does not await the completion of a job: a connection lost at that moment must not end the process.
  // The job stays locked until free_abandoned_jobs frees it.
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseUnavailable(error)) throw error;
    log.warn({ err: error }, 'Failed to mark a job as completed.');
  });

  exitWhenPoolIsLost({ worker: pool }, log);
  await waitForDatabase(pool, config.databaseUrl);
  await assertKnownSchema(db);

  const mailer = createMailer(config.email);
  const provider = connectProvider(config.payment, log);
  const redis = connectRedis(config.redisUrl, log);
  const { publicOrigin, authSecret, erasuresDir } = config;
  const tools = { db, checkDb: checks.db, log, mailer, provider, redis, publicOrigin, authSecret, erasuresDir };
  const start = (tasks: TaskList, concurrency: number, crontab = '') =>
    run({
      pgPool: pool,
      taskList: tasks,
      crontab,
      concurrency,
      noHandleSignals: true,
      logger: queueLogger(log),
    });
  // Separate runners: a hanging mail server blocks no other task, no other task delays live notifications, and refunds and
  // webhooks never wait for a data integrity check.
  const { send_email, publish_notifications, check_invariants, check_all_invariants, ...others } = taskList(tools);
  const runners = await Promise.all([
    start(others, 4, CRONTAB),
    start({ send_email }, 2),
    start({ publish_notifications }, 1),
    start({ check_invariants, check_all_invariants }, 2),
  ]);

  return async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    mailer.close();
    redis.close();
    await Promise.all([close(), checks.close()]);
  };
});

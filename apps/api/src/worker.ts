import { MINUTE_MS } from '@shop/contracts/common/time';
import { startInternalServer } from '@shop/telemetry/internal-server';
import { exitOnUncaughtErrors, runProcess } from '@shop/telemetry/process';
import { startTelemetry } from '@shop/telemetry/telemetry';
import { openDisk } from '#media/store.ts';
import { createMailer } from '#platform/clients/mailer.ts';
import { connectProvider } from '#platform/clients/payment-provider.ts';
import { connectRedis } from '#platform/clients/redis.ts';
import { Connection, type ConnectOptions } from '#platform/database/connection.ts';
import { isDatabaseUnavailable } from '#platform/database/errors.ts';
import { assertKnownSchema } from '#platform/database/migrate.ts';
import { exitWhenPoolIsLost } from '#platform/database/pool-watch.ts';
import { PROBE } from '#platform/database/server-info.ts';
import { measureTasks } from '#platform/queue/job-metrics.ts';
import { queueLogger } from '#platform/queue/queue-logger.ts';
import { startRunners } from '#platform/queue/runners.ts';
import { watchWorker } from '#platform/queue/worker-health.ts';
import { FULL_CHECKS_AT_ONCE } from '#system/integrity-check.ts';
import { readConfig } from './platform/config.ts';
import { readCrashPointFrom } from './platform/crash-point.ts';
import { createLogger } from './platform/logging.ts';
import { createWorkerMetrics } from './platform/metrics.ts';
import { waitForDatabase } from './platform/process.ts';

/** A data integrity check of the whole store reads every table: one statement can take minutes. */
const CHECK_TIMEOUT_MS = 15 * MINUTE_MS;

await runProcess(async () => {
  const config = readConfig(process.env);
  const log = createLogger('worker', config);
  const stopTelemetry = await startTelemetry('worker', config.telemetry, (reason) =>
    log.warn({ reason }, 'Sending traces failed.'),
  );
  // graphile-worker does not await the completion of a job: a connection lost at that moment must not end the process.
  // The job stays locked until free_abandoned_jobs frees it.
  exitOnUncaughtErrors(log, (error) => {
    const isTolerable = isDatabaseUnavailable(error);
    if (isTolerable) log.warn({ err: error }, 'Failed to mark a job as completed.');
    return isTolerable;
  });
  readCrashPointFrom(config.crashFile);
  const open = (options: Pick<ConnectOptions, 'max'> & Partial<ConnectOptions>) =>
    new Connection({
      // The queue uses LISTEN, which a pooler does not support.
      url: config.databaseDirectUrl,
      applicationName: 'crystalline-worker',
      statementTimeoutMs: 30_000,
      onError: (error) => log.warn({ err: error }, 'Lost a PostgreSQL connection.'),
      ...options,
    });
  // Seven runners listen on a connection each, 15 jobs can run.
  const primary = open({ max: 22 });
  const { db, pool } = primary;
  const probe = open({ applicationName: 'crystalline-worker-probe', max: 1, statementTimeoutMs: 1_000 });
  const checks = open({
    applicationName: 'crystalline-checks',
    max: FULL_CHECKS_AT_ONCE + 2,
    statementTimeoutMs: CHECK_TIMEOUT_MS,
  });
  const replica = config.databaseReplicaUrl
    ? open({
        url: config.databaseReplicaUrl,
        applicationName: 'crystalline-checks',
        max: FULL_CHECKS_AT_ONCE,
        statementTimeoutMs: CHECK_TIMEOUT_MS,
        pooler: config.databasePooler,
      })
    : undefined;
  const provider = connectProvider(config.payment, log);

  const health = watchWorker(() => probe.db.run(PROBE));
  const register = createWorkerMetrics(config.commit, { pools: { worker: pool }, provider });
  const internal = await startInternalServer({ host: config.host, port: config.workerPort, register, log, ...health });

  exitWhenPoolIsLost({ worker: pool }, log);
  await waitForDatabase(db, config.databaseDirectUrl);
  await assertKnownSchema(db);

  // After all that can refuse to start: loading the tasks takes most of the time.
  const { CRONTAB, lanesOf, taskList } = await import('./tasks.ts');
  const mailer = createMailer(config.email);
  const redis = connectRedis(config.redisUrl, log);
  const disk = await openDisk(config.media);
  const { publicOrigin, authSecret, erasuresDir } = config;
  const tools = {
    db,
    checkDb: checks.db,
    replicaDb: replica?.db,
    log,
    mailer,
    provider,
    redis,
    disk,
    publicOrigin,
    authSecret,
    erasuresDir,
    inboundAddress: config.inboundMail?.address,
  };
  const runners = await startRunners({
    pool,
    lanes: lanesOf(measureTasks(register, taskList(tools))),
    crontab: CRONTAB,
    logger: queueLogger(log),
  });
  health.watchRunners(runners, (error) => log.error({ err: error }, 'A runner of the queue stopped.'));

  const stop = async () => {
    health.startDraining();
    await Promise.all(runners.map((runner) => runner.stop()));
    mailer.close();
    redis.close();
    await Promise.all([primary, checks, replica, probe, internal].map((each) => each?.close()));
    await stopTelemetry();
  };
  return { log, stop };
});

import { setTimeout as pause } from 'node:timers/promises';
import { exitOnUncaughtErrors, runProcess } from '@shop/telemetry/process';
import { startTelemetry } from '@shop/telemetry/telemetry';
import { connectProvider } from '#platform/clients/payment-provider.ts';
import { connectRedis } from '#platform/clients/redis.ts';
import { Connection, type ConnectOptions, SEARCH_SETTINGS } from '#platform/database/connection.ts';
import { assertKnownSchema } from '#platform/database/migrate.ts';
import { exitWhenPoolIsLost } from '#platform/database/pool-watch.ts';
import { openDisk } from './media/store.ts';
import { rateWarning } from './payments/rules.ts';
import { readConfig } from './platform/config.ts';
import { readCrashPointFrom } from './platform/crash-point.ts';
import { createLogger } from './platform/logging.ts';
import { waitForDatabase } from './platform/process.ts';
import { storeTerms } from './settings/service.ts';

await runProcess(async () => {
  const config = readConfig(process.env);
  const log = createLogger('api', config);
  const stopTelemetry = await startTelemetry('api', config.telemetry, (reason) =>
    log.warn({ reason }, 'Sending traces failed.'),
  );
  exitOnUncaughtErrors(log);
  readCrashPointFrom(config.crashFile);
  const open = (applicationName: string, max: number, statementTimeoutMs: number, more: Partial<ConnectOptions> = {}) =>
    new Connection({
      url: config.databaseUrl,
      pooler: config.databasePooler,
      applicationName,
      max,
      statementTimeoutMs,
      onError: (error) => log.warn({ err: error }, 'Lost a PostgreSQL connection.'),
      ...more,
    });
  /** Its statements end earlier: one that the replica does not answer has to run on the primary too. */
  const openReplica = (url: string) => ({
    browse: open('crystalline-browse', config.browsePool, 1_500, { url, prepare: 'marked' }),
    search: open('crystalline-search', config.searchPool, 800, { url, prepare: 'marked', settings: SEARCH_SETTINGS }),
    probe: open('crystalline-probe', 1, 1_000, { url }),
    maxLagSeconds: config.databaseReplicaMaxLagSeconds,
  });
  const browse = open('crystalline-browse', config.browsePool, 4_000, { prepare: 'marked' });
  const checkout = open('crystalline-checkout', config.checkoutPool, 3_000, { prepare: 'all' });
  const search = open('crystalline-search', config.searchPool, 800, { prepare: 'marked', settings: SEARCH_SETTINGS });
  const probe = open('crystalline-probe', 1, 1_000);
  const replica = config.databaseReplicaUrl ? openReplica(config.databaseReplicaUrl) : undefined;

  await waitForDatabase(probe.db, config.databaseUrl);
  await assertKnownSchema(probe.db);
  const warning = rateWarning(await storeTerms(probe.db));
  if (config.production && warning) log.warn(`Exchange rate: ${warning}, which no owner has set or confirmed.`);

  const redis = connectRedis(config.redisUrl, log);
  const disk = await openDisk(config.media);
  const provider = connectProvider(config.payment, log);
  // After all that can refuse to start: loading the routes takes most of the time.
  const { buildApp } = await import('./app.ts');
  const connections = { browse, checkout, search, probe, replica, redis };
  const app = await buildApp({ config, log, ...connections, disk, provider });
  exitWhenPoolIsLost({ browse: browse.pool, checkout: checkout.pool, search: search.pool }, log);
  await app.listen({ host: config.host, port: config.port });

  const stop = async () => {
    // Keeps serving until the load balancer sees the failed readiness and clients reconnect elsewhere.
    app.startDraining();
    await pause(config.drainMs);
    await app.close();
    redis.close();
    const { browse: replicaBrowse, search: replicaSearch, probe: replicaProbe } = replica ?? {};
    const opened = [browse, checkout, search, probe, replicaBrowse, replicaSearch, replicaProbe];
    await Promise.all(opened.map((connection) => connection?.close()));
    await stopTelemetry();
  };
  return { log, stop };
});

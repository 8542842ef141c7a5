import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as build from 'virtual:react-router/server-build';
import { startInternalServer } from '@shop/telemetry/internal-server';
import { createRegistry } from '@shop/telemetry/metrics';
import { exitOnUncaughtErrors } from '@shop/telemetry/process';
import { startTelemetry } from '@shop/telemetry/telemetry';
import { Agent, setGlobalDispatcher } from 'undici';
import { config } from '../app/lib/config.server.ts';
import { log } from '../app/lib/log.server.ts';
import manifest from '../package.json' with { type: 'json' };
import { shareAssets } from './shared-assets.ts';
import { createWebServer } from './web-server.ts';

/** Beside the directory of the bundle this is part of. */
const CLIENT_FILES = join(import.meta.dirname, '../client');

/** Starts listening; returns the function that stops the server. */
export async function start() {
  const stopTelemetry = await startTelemetry('web', config.telemetry, (reason) =>
    log.warn({ reason }, 'Sending traces failed.'),
  );
  exitOnUncaughtErrors(log);
  // For the loaders' `fetch`. The undici of Node 24 throws uncaught when the server closes the connection while a
  // response body is still unread (nodejs/undici#5360).
  setGlobalDispatcher(new Agent());
  const register = createRegistry({ service: 'web', version: manifest.version, commit: config.commit });
  const { host, internalPort, assetsDir: sharedAssets } = config;
  if (sharedAssets) await shareAssets(join(CLIENT_FILES, 'assets'), sharedAssets);
  const server = await createWebServer({ config, log, build, clientFiles: CLIENT_FILES, sharedAssets, register });
  const { app, startDraining, checkReadiness } = server;
  const isLive = () => true;
  const internal = await startInternalServer({ host, port: internalPort, register, log, isLive, checkReadiness });
  await app.listen({ host, port: config.port });

  const stop = async () => {
    // Drains first, so that the load balancer and clients switch to other processes, then closes.
    startDraining();
    await pause(config.drainMs);
    await app.close();
    await internal.close();
    await stopTelemetry();
  };
  return { log, stop };
}

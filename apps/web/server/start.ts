import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startTelemetry } from '@shop/telemetry/telemetry';
import type { ServerBuild } from 'react-router';
import { Agent, setGlobalDispatcher } from 'undici';
import { config } from '../app/lib/config.server.ts';
import { log } from '../app/lib/log.server.ts';
import { createWebServer } from './web-server.ts';

const BUILD = join(import.meta.dirname, '../build');

/** Starts listening; returns the function that stops the server. */
export async function start() {
  const stopTelemetry = await startTelemetry('web', config.telemetry, (reason) =>
    log.warn({ reason }, 'Sending traces failed.'),
  );
  // For the loaders' `fetch`. The undici of Node 24 throws uncaught when the server closes the connection while a
  // response body is still unread (nodejs/undici#5360).
  setGlobalDispatcher(new Agent());
  const build: ServerBuild = await import(join(BUILD, 'server/index.js'));
  const { app, startDraining } = await createWebServer({ config, log, build, clientFiles: join(BUILD, 'client') });
  await app.listen({ host: config.host, port: config.port });

  return async () => {
    // Drains first, so that the load balancer and clients switch to other processes, then closes.
    startDraining();
    await pause(config.drainMs);
    await app.close();
    await stopTelemetry();
  };
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePorts, run, settingsFor, waitUntilReady } from './shop.ts';

/** A second API and web server on the database of a running store, with their own settings. */
export async function startSecondInstance(databaseUrl: string, env: Record<string, string>) {
  const [apiPort, webPort] = await freePorts(2);
  const [url, apiUrl] = [`http://localhost:${webPort}`, `http://127.0.0.1:${apiPort}`];
  const common = { ...settingsFor(databaseUrl), ...env, PUBLIC_URL: url };
  const runApi = () => run('api', { ...common, API_PORT: `${apiPort}` });
  let api = runApi();
  const web = run('web', { ...common, WEB_PORT: `${webPort}`, API_URL: apiUrl });
  const apiIsReady = () => waitUntilReady(`${apiUrl}/health/ready`, api);
  await Promise.all([apiIsReady(), waitUntilReady(`${url}/health/live`, web)]);

  const end = async (child: ChildProcess) => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit');
  };
  return {
    url,
    stopApi: () => end(api),
    startApi: () => {
      api = runApi();
      return apiIsReady();
    },
    close: () => Promise.all([end(api), end(web)]),
  };
}

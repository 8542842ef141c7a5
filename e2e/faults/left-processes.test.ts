import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freePorts } from '../support/shop.ts';

const SUPPORT = new URL('../support/shop.ts', import.meta.url).href;

const answers = async (url: string) => (await fetch(url).catch(() => undefined))?.ok ?? false;

test('what a test has started ends with its process, also when that is killed', async () => {
  const [smtpPort, port] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, EMAIL_VIEWER_PORT: `${port}` };
  const program = `import { run } from '${SUPPORT}'; run('scripts/email-viewer.ts', ${JSON.stringify(settings)});`;
  const runner = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], { stdio: 'inherit' });
  await expect.poll(() => answers(url), { timeout: 20_000 }).toBe(true);

  runner.kill('SIGKILL');
  await once(runner, 'exit');

  const endsBy = performance.now() + 5_000;
  while ((await answers(url)) && performance.now() < endsBy) await pause(20);
  expect(await answers(url)).toBe(false);
});

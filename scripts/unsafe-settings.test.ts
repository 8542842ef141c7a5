import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** In a directory without .env. */
const run = (script: string, env: NodeJS.ProcessEnv) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const options = { cwd: tmpdir(), env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, [join(import.meta.dirname, script)], options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });

test.each(['setup.ts', 'start.ts'])(
  'scripts/%s stops with one sentence for each unsafe setting of a public store, whatever NODE_ENV is',
  async (script) => {
    for (const NODE_ENV of [undefined, 'development', 'production']) {
      const { code, stderr } = await run(script, { PUBLIC_URL: 'http://shop.example.com', NODE_ENV });

      expect(code).toBe(1);
      expect(
        stderr
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]),
      ).toEqual([
        'AUTH_SECRET',
        'PUBLIC_URL',
        'RAZORPAY_API_URL',
        'RAZORPAY_KEY_ID',
        'RAZORPAY_KEY_SECRET',
        'RAZORPAY_WEBHOOK_SECRET',
        'SMTP_URL',
        'MAIL_FROM',
      ]);
    }
  },
);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const MODULE = new URL('process.ts', import.meta.url).href;

/** Runs the code in a process whose log lines are JSON; `log` and both functions are in scope. */
async function runCode(code: string) {
  const script = `
    import { exitOnUncaughtErrors, runProcess } from '${MODULE}';
    const log = { fatal: ({ err }, msg) => console.log(JSON.stringify({ level: 60, err: err?.message, msg })) };
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output.text += chunk;
      if (chunk.includes('started')) child.kill('SIGTERM');
    });
  const [exitCode] = await once(child, 'close');
  return { exitCode, lines: output.text.trim().split('\n') };
}

/** Started, and then stopped by a signal. */
const stopping = (stop: string) => `
  setInterval(() => {}, 1_000);
  await runProcess(async () => ({ log, stop: ${stop} }), { stopWithinMs: 100 });
  console.log('started');`;

test.each([
  ['an uncaught exception', `setImmediate(() => { throw new Error('broken'); });`, 'Uncaught exception: exiting.'],
  ['an unhandled rejection', `Promise.reject(new Error('broken'));`, 'Unhandled rejection: exiting.'],
  ['a rejection without an error', `Promise.reject('broken');`, 'Unhandled rejection: exiting.'],
])('%s is one fatal log line, and the process exits with 1', async (_what, code, msg) => {
  const { exitCode, lines } = await runCode(`exitOnUncaughtErrors(log); setInterval(() => {}, 1_000); ${code}`);

  expect(exitCode).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toEqual([{ level: 60, err: 'broken', msg }]);
});

test('a tolerated rejection does not end the process', async () => {
  const { exitCode, lines } = await runCode(`
    exitOnUncaughtErrors(log, (error) => error.message === 'expected');
    Promise.reject(new Error('expected'));
    setImmediate(() => { console.log('alive'); process.exit(0); });`);

  expect([exitCode, ...lines]).toEqual([0, 'alive']);
});

test('a failed start prints one sentence and exits with 1', async () => {
  const { exitCode, lines } = await runCode(`await runProcess(() => Promise.reject(new Error('WEB_PORT is wrong.')));`);

  expect([exitCode, ...lines]).toEqual([1, 'WEB_PORT is wrong.']);
});

test('a signal stops the process, which exits with 0', async () => {
  const { exitCode, lines } = await runCode(stopping(`async () => console.log('stopped')`));

  expect([exitCode, ...lines]).toEqual([0, 'started', 'stopped']);
});

test('a shutdown that is cut at its time limit exits with 1', async () => {
  const { exitCode, lines } = await runCode(stopping('() => new Promise(() => {})'));

  expect(exitCode).toBe(1);
  expect(JSON.parse(lines[1] ?? '')).toEqual({ level: 60, msg: 'The shutdown took too long: exiting.' });
});

test('a shutdown that fails exits with 1', async () => {
  const { exitCode, lines } = await runCode(stopping(`() => Promise.reject(new Error('broken'))`));

  expect(exitCode).toBe(1);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ err: 'broken', msg: 'The shutdown failed: exiting.' });
});

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const directory = await mkdtemp(join(tmpdir(), 'crystalline-processes-'));
afterAll(() => rm(directory, { recursive: true }));

/** Runs the processes as `npm start` does; returns what was printed and the exit code. */
async function start(processes: { name: string; command: string }[]) {
  const script = join(directory, 'start.ts');
  const module = new URL('./processes.ts', import.meta.url);
  await writeFile(script, `import { runTogether } from '${module}';\nrunTogether(${JSON.stringify(processes)});\n`);
  return new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile(process.execPath, [script], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
    );
  });
}
const node = (code: string) => `exec node -e "${code}"`;

test('a process whose port is taken ends the store with exit code 1 after five failures, and says which it is', async () => {
  const occupied = createServer().listen(0, '127.0.0.1');
  afterAll(() => occupied.close());
  await once(occupied, 'listening');
  const { port } = occupied.address() as { port: number };

  const { code, printed } = await start([
    { name: 'worker', command: node(`require('node:net').createServer().listen(${port}, '127.0.0.1')`) },
    { name: 'web', command: node('setInterval(() => {}, 1000)') },
  ]);

  expect(code).toBe(1);
  expect(printed.match(/Error: listen EADDRINUSE/g)).toHaveLength(5);
  expect(printed).toContain('The process "worker" failed 5 times in a row');
});

test('a process that crashes once is started again', async () => {
  const file = join(directory, 'starts');
  const script = join(directory, 'once.mjs');
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync('${file}', 'x');
     process.exit(readFileSync('${file}', 'utf8') === 'x' ? 3 : 0);`,
  );

  const { code } = await start([{ name: 'api', command: `exec node ${script}` }]);

  expect([code, await readFile(file, 'utf8')]).toEqual([0, 'xx']);
});

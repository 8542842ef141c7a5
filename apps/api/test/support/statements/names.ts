import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Result, Statement } from '#platform/database/sql.ts';

const SOURCES = join(import.meta.dirname, '../../..');
const NAMED = /\b(?:all|first|one|count)\(\s*'(\w+\.[\w.]+)'/g;

/** The names of all statements of the sources. */
export const namesInSources = () =>
  globSync('{src,sample}/**/*.ts', { cwd: SOURCES })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join(SOURCES, file), 'utf8').matchAll(NAMED)].map(([, name = '']) => name));

type Executed = { statement: Statement<unknown>; result: Result };
const isExecuted = (message: unknown): message is Executed =>
  typeof message === 'object' && message !== null && 'statement' in message && message.statement instanceof Statement;

export const onStatement = (handle: (executed: Executed) => void) =>
  subscribe('shop.statement', (message) => {
    if (isExecuted(message)) handle(message);
  });

/** Appends the names of the statements that this process runs to the file. */
export function recordNames(file: string) {
  const known = new Set<string>();
  onStatement(({ statement: { name } }) => {
    if (!known.has(name)) appendFileSync(file, `${name}\n`);
    known.add(name);
  });
}

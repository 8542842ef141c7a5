/**
 * `npm run check:ops`: proves what a store is installed with, on a machine without a container engine. `--fast` only
 * validates the files; `--only image|files|proxies` runs one part.
 */
import { parseArgs } from 'node:util';
import { checkFiles } from './file-checks.ts';
import { checkImage } from './image-checks.ts';
import { checkRunningProxies } from './proxy-checks.ts';
import { summarize } from './report.ts';

const PARTS = new Map([
  ['files', checkFiles],
  ['proxies', checkRunningProxies],
  ['image', checkImage],
]);

const { fast, only } = parseArgs({
  options: { fast: { type: 'boolean', default: false }, only: { type: 'string' } },
}).values;
const names = fast ? ['files'] : only ? [only] : [...PARTS.keys()];
for (const name of names) {
  const part = PARTS.get(name);
  if (!part) throw new Error(`--only must be one of: ${[...PARTS.keys()].join(', ')}`);
  await part();
}
process.exitCode = summarize();

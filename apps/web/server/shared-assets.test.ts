import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shareAssets } from './shared-assets.ts';

let root: string;
let shared: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assets-'));
  shared = join(root, 'shared');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function aBuild(files: Record<string, string>) {
  const directory = await mkdtemp(join(root, 'build-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), content);
  return directory;
}

test('the shared directory has the assets of every release that was started, each complete', async () => {
  await shareAssets(await aBuild({ 'entry-a1.js': 'first', 'entry-a1.js.br': 'first, compressed' }), shared);
  await shareAssets(await aBuild({ 'entry-b2.js': 'second' }), shared);

  expect((await readdir(shared)).toSorted()).toEqual(['entry-a1.js', 'entry-a1.js.br', 'entry-b2.js']);
  expect(await readFile(join(shared, 'entry-a1.js'), 'utf8')).toBe('first');
});

test('an asset no release has brought for 30 days is deleted, one that is still in use is kept', async () => {
  const build = await aBuild({ 'entry-a1.js': 'first', 'style-c3.css': 'kept' });
  await shareAssets(build, shared);
  const before = new Date(Date.now() - 31 * 24 * 60 * 60 * 1_000);
  for (const file of await readdir(shared)) await utimes(join(shared, file), before, before);

  await shareAssets(await aBuild({ 'style-c3.css': 'kept' }), shared);

  expect(await readdir(shared)).toEqual(['style-c3.css']);
});

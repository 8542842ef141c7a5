import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { aSampleDatabase, dropLeftovers } from './sample-database.ts';

/** Creates one sample database for the whole run; each test file makes a copy of it, which is fast. */
export default async function prepareSample(project: TestProject) {
  await dropLeftovers();
  const mediaDir = await mkdtemp(join(tmpdir(), 'crystalline-media-'));
  const sample = await aSampleDatabase(mediaDir);
  project.provide('sampleDatabaseUrl', sample.url);
  project.provide('runtimeRole', sample.runtimeRole);
  project.provide('mediaDir', mediaDir);

  return async () => {
    await sample.drop();
    await rm(mediaDir, { recursive: true });
  };
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { aSampleDatabase, dropLeftovers } from './sample-database.ts';
import { namesInSources, recordNames } from './statements/names.ts';

/** Creates one sample database for the whole run; each test file makes a copy of it, which is fast. */
export default async function prepareSample(project: TestProject) {
  await dropLeftovers();
  const directory = await mkdtemp(join(tmpdir(), 'crystalline-'));
  const mediaDir = join(directory, 'media');
  const statementNames = join(directory, 'statement-names');
  await writeFile(statementNames, '');
  recordNames(statementNames);
  const sample = await aSampleDatabase(mediaDir);
  project.provide('sampleDatabaseUrl', sample.url);
  project.provide('runtimeRole', sample.runtimeRole);
  project.provide('mediaDir', mediaDir);
  project.provide('statementNames', statementNames);

  return async () => {
    const ran = new Set((await readFile(statementNames, 'utf8')).split('\n'));
    await sample.drop();
    await rm(directory, { recursive: true });
    const unused = namesInSources().filter((name) => !ran.has(name) && !RUN_ELSEWHERE.has(name));
    if (unused.length > 0 && (await isWholeRun(project)))
      throw new Error(`No test has run these statements: ${unused.join(', ')}`);
  };
}

/** Every test file of the API, every test of them, and none has failed. The benchmarks' tests have this set-up as well. */
async function isWholeRun(project: TestProject) {
  if (project.name !== 'api') return false;
  const { state, config } = project.vitest;
  const ran = new Set(state.getFiles().map(({ filepath }) => filepath));
  const { testFiles } = await project.globTestFiles();
  return testFiles.every((file) => ran.has(file)) && !config.testNamePattern && state.getCountOfFailedTests() === 0;
}

const RUN_ELSEWHERE = new Set([
  // By `npm run shop -- doctor`, whose tests are in scripts.
  ...['platform.findServerInfo', 'platform.findRoleRights'],
  // The interface of the authentication library has them.
  ...['auth.count', 'auth.updateMany'],
]);

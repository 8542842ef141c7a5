/**
 * Writes the OpenAPI document of the API to var/openapi.json. With `--lint`, also checks it by Redocly's recommended
 * rules, and that every property and parameter has a description that says more than its name; with `--examples`, that every operation has an example which the tests recorded. Builds the app as the server does, but connects to nothing: the document needs no database.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { buildApp } from '../apps/api/src/app.ts';
import { openDisk } from '../apps/api/src/media/store.ts';
import { connectProvider } from '../apps/api/src/platform/clients/payment-provider.ts';
import { connectRedis } from '../apps/api/src/platform/clients/redis.ts';
import { readConfig } from '../apps/api/src/platform/config.ts';
import { Connection } from '../apps/api/src/platform/database/connection.ts';
import { openApiDocument } from '../apps/api/src/platform/http/docs.ts';
import { readExamples } from '../apps/api/src/platform/http/openapi-examples.ts';
import { createLogger } from '../apps/api/src/platform/logging.ts';
import { findUndescribed } from './openapi-descriptions.ts';
import { findUnanswered } from './openapi-examples.ts';

const ROOT = join(import.meta.dirname, '..');
const FILE = join(ROOT, 'var/openapi.json');

/** Recommended rules that do not apply, and why. */
const EXCEPTIONS = {
  // The URL is that of the store that serves the document (PUBLIC_URL); a development machine's is localhost.
  'no-server-example.com': 'off',
} as const;

async function buildDocument() {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', REDIS_URL: 'redis://127.0.0.1:1/0' });
  const log = createLogger('api', config);
  const redis = connectRedis(config.redisUrl, log);
  // Connects at the first query, of which there is none.
  const database = new Connection({
    url: config.databaseUrl,
    applicationName: 'crystalline-openapi',
    max: 1,
    statementTimeoutMs: 0,
    onError: () => {},
  });
  const app = await buildApp({
    config,
    log,
    browse: database,
    checkout: database,
    search: database,
    probe: database,
    redis,
    disk: await openDisk(config.media),
    provider: connectProvider(config.payment, log),
  });
  await app.ready();
  const document = openApiDocument(app);
  await app.close();
  redis.close();
  await database.close();
  return JSON.stringify(document, null, 2);
}

async function lint(source: string) {
  const config = await createConfig({ extends: ['recommended'], rules: EXCEPTIONS });
  // Redocly divides floating-point numbers: 215.99 is a multiple of 0.01. The tests validate examples with a tolerance.
  const problems = (await lintFromString({ source, absoluteRef: FILE, config })).filter(
    ({ message }) => !message.includes('must be multiple of 0.01'),
  );
  for (const { severity, ruleId, message, location } of problems)
    console.error(`${severity} ${ruleId} ${location[0]?.pointer ?? ''}: ${message}`);
  const undescribed = findUndescribed(JSON.parse(source));
  for (const problem of undescribed) console.error(`error description ${problem}`);
  return problems.length + undescribed.length;
}

const source = await buildDocument();
mkdirSync(join(ROOT, 'var'), { recursive: true });
writeFileSync(FILE, `${source}\n`);
let count = process.argv.includes('--lint') ? await lint(source) : 0;
if (process.argv.includes('--examples')) {
  const unanswered = findUnanswered(JSON.parse(source), readExamples() ?? {});
  for (const problem of unanswered) console.error(`error example ${problem}`);
  count += unanswered.length;
}
if (count > 0)
  console.error(
    'Schemas and operations are described where they are written, in packages/contracts. To repeat this check: npm run check:openapi',
  );
console.log(`OpenAPI: ${Object.keys(JSON.parse(source).paths).length} paths in var/openapi.json, ${count} problems.`);
process.exitCode = count > 0 ? 1 : 0;

import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { asRuntimeRole } from '#test/sample-database.ts';
import { createTestDatabase } from '#test/test-store.ts';

const ROOT = `${import.meta.dirname}/../../../../`;
const FOLDER = `${ROOT}docs/runbooks/`;
const run = promisify(execFile);

const runbooks = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(FOLDER + name, 'utf8') }));
const found = (pattern: RegExp) =>
  runbooks.flatMap(({ name, text }) => [...text.matchAll(pattern)].map(([, match = '']) => ({ name, match })));
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT })
    .map((path) => readFileSync(ROOT + path, 'utf8'))
    .join('\n');

const source = read('apps/{api,web}/{src,app,server}/**/*.ts');
const settings = read(
  '{.env.example,apps/api/src/platform/config.ts,apps/web/app/lib/config.server.ts,ops/**/*.env*,ops/backup/*}',
);

describe('what a runbook tells an operator to type', () => {
  // With the role of the services, as the runbooks say: it may read less than the owner of the tables.
  test('each statement runs', async () => {
    const databaseUrl = asRuntimeRole(await createTestDatabase(), inject('runtimeRole'));
    const statements = found(/psql "\$DATABASE_URL" -c "([^"]+)"/g);
    expect(statements.length).toBeGreaterThan(10);

    for (const { name, match } of statements) {
      const { stdout } = await run('psql', [databaseUrl, '-v', 'ON_ERROR_STOP=1', '-c', match.replaceAll('\\$', '$')]);
      expect(stdout, name).toMatch(/\(\d+ rows?\)/);
    }
  });

  test('each command of the store exists', async () => {
    const commands = new Set(found(/npm run shop -- ([a-z-]+)/g).map(({ match }) => match));
    expect(commands).toContain('verify');
    for (const command of commands) {
      await expect(run(process.execPath, [`${ROOT}scripts/shop.ts`, command, '--help'])).resolves.toBeTruthy();
    }
  });

  test('each unit is installed by ops/systemd', () => {
    const units = readdirSync(`${ROOT}ops/systemd`);
    for (const { name, match } of found(/\b(crystalline-(?:web|api|worker|backup|migrate)[a-z-]*)\b/g)) {
      expect(units, name).toContain(`${match}.service`);
    }
  });

  test('each text looked for in the log is written there', () => {
    const texts = found(/journalctl[^\n]*grep (?:-c )?(?:'"?)?([A-Z][^'"|]+[^'"| ]|[a-z]+_[a-z]+)/g);
    expect(texts.length).toBeGreaterThan(2);
    for (const { name, match } of texts) expect(source.includes(match), `${name}: ${match}`).toBe(true);
  });

  test('each setting can be set', () => {
    for (const { name, match } of found(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)) {
      expect(settings.includes(match), `${name}: ${match}`).toBe(true);
    }
  });

  test('each page that is linked exists', () => {
    for (const { name, match } of found(/\]\((?!http)([^)#]+)/g))
      expect(existsSync(FOLDER + match), `${name}: ${match}`).toBe(true);
  });
});

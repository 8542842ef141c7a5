/**
 * The changelog of the API: what changed for its clients between two versions of its OpenAPI document.
 *
 *     node scripts/api-changes.ts                    since the previous release: the last tag
 *     node scripts/api-changes.ts <commit or tag>    since that version
 *     node scripts/api-changes.ts <document.json>    since the version that has this document
 *
 * Fails on a breaking change that docs/api/breaking-changes.md does not declare. The document of a commit is built by
 * that commit, in a temporary worktree with the installed packages.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkOutRelease, findPreviousRelease } from '../e2e/drills/recovery/releases.ts';
import { type Change, compareDocuments } from './openapi-changes.ts';

const ROOT = join(import.meta.dirname, '..');
const DECLARATIONS = 'docs/api/breaking-changes.md';
const HEADINGS = { breaking: 'Breaking', deprecated: 'Deprecated', added: 'Added', changed: 'Changed' } as const;

/** The items under the first heading of the second level. */
export function declaredIn(text: string) {
  const [, unreleased = ''] = text.split(/^## .*$/m);
  return unreleased.split('\n').flatMap((line) => /^- (.+)$/.exec(line)?.[1] ?? []);
}

/** A declaration is the line of the change, and then what clients should do. */
export const undeclared = (changes: Change[], declared: string[]) =>
  changes.filter(({ kind, text }) => kind === 'breaking' && !declared.some((line) => isDeclaredBy(text, line)));

const isDeclaredBy = (text: string, line: string) =>
  line.startsWith(text) && /^([.,:;]|$)/.test(line.slice(text.length));

export const changelogOf = (changes: Change[]) =>
  Object.entries(HEADINGS)
    .map(([kind, heading]) => [heading, changes.filter((change) => change.kind === kind)] as const)
    .filter(([, ofKind]) => ofKind.length > 0)
    .map(([heading, ofKind]) => [`### ${heading}\n`, ...ofKind.map(({ text }) => `- ${text}`)].join('\n'))
    .join('\n\n');

const readDocument = (directory: string) => JSON.parse(readFileSync(join(directory, 'var/openapi.json'), 'utf8'));

function buildDocument(directory: string) {
  execFileSync(process.execPath, ['scripts/openapi.ts'], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  return readDocument(directory);
}

async function documentOf(version: string | undefined) {
  if (version?.endsWith('.json')) return JSON.parse(readFileSync(version, 'utf8'));
  const commit = version ?? (await findPreviousRelease()).commit;
  const parent = mkdtempSync(join(tmpdir(), 'api-changes-'));
  const { remove } = await checkOutRelease({ commit, directory: join(parent, 'release') });
  try {
    return buildDocument(join(parent, 'release'));
  } finally {
    await remove();
    rmSync(parent, { recursive: true });
  }
}

if (import.meta.main) {
  const changes = compareDocuments(await documentOf(process.argv[2]), buildDocument(ROOT));
  console.log(changelogOf(changes) || 'Nothing changed for clients.');
  const missing = undeclared(changes, declaredIn(readFileSync(join(ROOT, DECLARATIONS), 'utf8')));
  if (missing.length > 0)
    console.error(`\n${missing.length} breaking changes are not declared in ${DECLARATIONS}: copy their lines there.`);
  process.exitCode = missing.length > 0 ? 1 : 0;
}

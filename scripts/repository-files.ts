import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Files that git tracks or would add, without ignored ones. Paths start at the root of the repository. */
export const listFiles = (...folders: string[]) =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...folders], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\0')
    .filter((path) => path && existsSync(path));

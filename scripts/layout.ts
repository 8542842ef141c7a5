/**
 * Fails on a folder with too many source files, on a long source file, and on a high median of lines. Tests do not
 * count; generated files are ignored by git.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import { listFiles } from './repository-files.ts';

const FILES_MAX = 20;
const LINES_MAX = 250;
const MEDIAN_MAX = 60;

type SourceFile = { path: string; lines: number };

export const isSource = (path: string) => /\.(tsx?|js)$/.test(path) && !/\.(test|spec)\.tsx?$/.test(path);

export function layoutFaults(files: SourceFile[]): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const median = medianOf(files.map(({ lines }) => lines));
  return [
    ...[...counts]
      .filter(([, count]) => count > FILES_MAX)
      .map(([folder, count]) => `${folder} has ${count} source files, more than ${FILES_MAX}: group them.`),
    ...files
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ path, lines }) => `${path} has ${lines} lines, more than ${LINES_MAX}: split it.`),
    ...(median > MEDIAN_MAX ? [`The median source file has ${median} lines, more than ${MEDIAN_MAX}.`] : []),
  ];
}

export function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

if (import.meta.main) {
  const files = listFiles('apps', 'packages', 'e2e', 'bench', 'scripts')
    .filter(isSource)
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').trimEnd().split('\n').length }));
  const faults = layoutFaults(files);
  for (const fault of faults) console.error(fault);
  const median = medianOf(files.map(({ lines }) => lines));
  console.log(`Layout: ${files.length} source files, median ${median} lines, ${faults.length} faults.`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export default {
  ssr: true,

  /** Hashed files never change: they are compressed once here, at the highest level, and never while serving. */
  async buildEnd({ reactRouterConfig }) {
    await rejectCircularImports(join(reactRouterConfig.buildDirectory, 'client/assets'));
    for await (const file of glob(join(reactRouterConfig.buildDirectory, 'client/assets/*.{js,css}'))) {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }
  },
} satisfies Config;

/** Chunks with circular imports see each other half-evaluated: a page that needs them never hydrates. */
async function rejectCircularImports(directory: string) {
  const imports = new Map<string, string[]>();
  for await (const file of glob('*.js', { cwd: directory })) {
    const text = await readFile(join(directory, file), 'utf8');
    imports.set(
      file,
      [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].flatMap(([, name]) => name ?? []),
    );
  }
  const done = new Set<string>();
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) throw new Error(`Circular imports: ${path.join(', ')}.`);
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
}

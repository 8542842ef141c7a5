import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export default {
  ssr: true,

  /** Hashed files never change: they are packed once here, at full strength, and never again while serving. */
  async buildEnd({ reactRouterConfig }) {
    await refuseCircles(join(reactRouterConfig.buildDirectory, 'client/assets'));
    for await (const file of glob(join(reactRouterConfig.buildDirectory, 'client/assets/*.{js,css}'))) {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }
  },
} satisfies Config;

/** Files that import each other in a circle find each other half read: the page that needs them never comes alive. */
async function refuseCircles(directory: string) {
  const imports = new Map<string, string[]>();
  for await (const file of glob('*.js', { cwd: directory })) {
    const text = await readFile(join(directory, file), 'utf8');
    imports.set(
      file,
      [...text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].flatMap(([, name]) => name ?? []),
    );
  }
  const done = new Set<string>();
  const walk = (file: string, way: string[]) => {
    if (way.includes(file)) throw new Error(`These files import each other in a circle: ${way.join(', ')}.`);
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
}

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
    for await (const file of glob(join(reactRouterConfig.buildDirectory, 'client/assets/*.{js,css}'))) {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await brotli(content));
      await writeFile(`${file}.gz`, await zip(content, { level: 9 }));
    }
  },
} satisfies Config;

/** `npm run build`: one JavaScript file for the server, the worker and each kind of thread, and the chunks they share. */
import { dirname, join, relative } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

const OUTPUT = join(import.meta.dirname, 'build');

/** Packages that load native code or read files of their own. */
const EXTERNAL = [
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  'graphile-worker',
  'pdfkit',
  'pg-native',
  'pino',
  'piscina',
  'sharp',
  /^@aws-sdk\//,
];

/** `import.meta.url` stays that of the source, beside which files are read; only the file of a thread is a bundle too. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform: {
    filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
    handler(code, id) {
      const source = relative(OUTPUT, id);
      return code.replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g, (_, thread) => {
        if (!thread) return `new URL('${source}', import.meta.url).href`;
        this.emitFile({ type: 'chunk', id: join(dirname(id), `${thread}.ts`), fileName: `${thread}.js` });
        return `new URL('./${thread}.js', import.meta.url)`;
      });
    },
  },
};

export default defineConfig({
  input: ['src/server.ts', 'src/worker.ts'],
  cwd: import.meta.dirname,
  platform: 'node',
  external: EXTERNAL,
  plugins: [keepLocations],
  output: {
    dir: OUTPUT,
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    chunkFileNames: '[name]-[hash].js',
  },
});

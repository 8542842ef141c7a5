import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { API_PATHS } from './server/api-paths.ts';
import { importedBy } from './vite/imported-by.ts';
import { stripDescriptions } from './vite/strip-descriptions.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3001';

/** Their package imports all icons in one file, so that importers do not say who needs one. */
const ICONS = /node_modules\/lucide-react\/dist\/esm\/icons\//;

/** The page that most visitors see first, with the layout of all pages of the shop. */
const importedByHome = importedBy('entry.client.tsx', 'root.tsx', 'shop/layout/shop-layout.tsx', 'shop/home/home.tsx');

/**
 * `build/server/index.js` is the whole web server. The logger is in a small chunk, because pino asks for its caller, for
 * which Node decodes the source map of the chunk: that of all pages takes 0.3 s and 70 MB.
 */
const SERVER: EnvironmentOptions = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { noExternal: true, external: ['pino'] },
  build: {
    sourcemap: true,
    rolldownOptions: {
      input: 'server.ts',
      output: {
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        codeSplitting: { groups: [{ name: 'log', test: /\/lib\/log\.server\.ts$/ }] },
      },
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), stripDescriptions()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // By default a shared chunk is named after every page that shares it, which gets too long.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            // With HTTP/1.1 each file costs a round trip in turn. What the home page shares with others is one file, which
            // they load too. The rest is split by the pages that share it: none loads code of another. A group of its own
            // for the admin panel made pages of the shop load it, because a group takes along what its modules import.
            // Rolldown could merge its small chunks, but merged ones may have circular imports, and then a page never
            // hydrates.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'icons', test: ICONS, minShareCount: 2 },
                { name: (id, graph) => (importedByHome(id, graph) ? 'common' : null), minShareCount: 2 },
                { name: 'shared', minShareCount: 2, entriesAware: true },
              ],
            },
          },
        },
      },
    },
    ...(command === 'build' && { ssr: SERVER }),
  },
  // Pre-bundled, so that the first page of a fresh clone is not reloaded while it loads.
  optimizeDeps: { include: ['lucide-react', 'zod'], exclude: ['pino'] },
  server: {
    host: process.env.HOST ?? '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 3000),
    strictPort: true,
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, { target: api, xfwd: true }])),
  },
}));

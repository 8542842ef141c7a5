import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { API_PATHS } from './server/api-paths.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3001';

/** What only an account, signing in and a buyer's review need, first of all what their forms are checked with. */
const PERSONAL =
  /node_modules\/(zod|@conform-to)\/|contracts\/src\/(account-texts|common|identity|reviews)\.ts|components\/(account|identity)\/|product\/review-form|lib\/(address-save|[\w-]+-forms?)\.ts/;

/** What stands around every page, with all it needs. */
const FRAME = /app\/(frame|components\/layout)\/|lib\/session\.tsx|ui\/toast\.tsx/;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // A shared file is named after every page that shares it: too long a name once there are many.
            chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
            // Few files instead of dozens of small ones; a page still loads nothing that only other pages need.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'frame', test: FRAME },
                {
                  name: 'shared',
                  test: (id) => !PERSONAL.test(id),
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 5_000,
                },
                { name: 'personal', test: PERSONAL, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
  },
  // Known beforehand, so that the first page of a fresh clone is not reloaded halfway.
  optimizeDeps: { include: ['lucide-react', 'zod'], exclude: ['pino'] },
  server: {
    host: process.env.HOST ?? '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? 3000),
    strictPort: true,
    proxy: Object.fromEntries(API_PATHS.map((path) => [path, { target: api, xfwd: true }])),
  },
});

import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type EnvironmentOptions } from 'vite';
import { API_PATHS } from './server/api-paths.ts';
import { stripDescriptions } from './vite/strip-descriptions.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3001';

/** Only for account, login and review pages, mainly the validation of their forms. */
const PERSONAL =
  /node_modules\/(zod|@conform-to)\/|contracts\/src\/(common\/schema|identity\/(schema|account-messages)|reviews\/schema)\.ts|app\/shop\/((account|auth)\/|reviews\/review-form)|lib\/forms\/contract-form\.ts/;

/** Only for staff: shoppers load none of it. */
const ADMIN =
  /app\/admin\/(?!dashboard|analytics|kit\/(\w+-)?(chart|scale|units|tile|sparkline))|contracts\/src\/(\w+\/admin-|(admin|audit|operations|find)\/|common\/filters)|lib\/admin-pages\.ts/;

/** The layout around every page, with all it needs. */
const FRAME =
  /app\/shop\/layout\/(?!shop-layout|unknown)|lib\/(session\.tsx|(page-title|dates)\.ts)|contracts\/src\/common\/time\.ts|ui\/toast\.tsx/;

/** What most pages of the catalog and the cart show: cards, prices, ratings, delivery dates, dialogs. */
const STOREFRONT =
  /app\/shop\/(cart\/(added-item|use-cart-form|use-wishlist|checkout-link|item-options)|product\/(today|country-cookie|change-country)|catalog\/(card|choose|option|product-(card|grid|row)|use-(image|record)|wishlist|add-label|recently|viewed)|home\/section-heading)|contracts\/src\/((cart|home|waitlist)\/messages|catalog\/(product|list)-messages|settings\/delivery(-messages)?\.ts)|ui\/(overlay\/dialog|empty-state|notice|stars|breadcrumbs|form\/quantity-stepper)|lib\/(seo|entry-url|reports\/idle)/;

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
            // A page loads little that only other pages need, in few files: each request costs a round trip in turn
            // with HTTP/1.1. The rest is split by the pages that share it. Rolldown could merge its small chunks, but
            // merged ones may have circular imports, and then a page never hydrates.
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
                { name: 'frame', test: FRAME },
                { name: 'icons', test: /node_modules\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
                { name: 'storefront', test: STOREFRONT, minShareCount: 2 },
                {
                  name: 'shared',
                  test: (id) => !PERSONAL.test(id) && !ADMIN.test(id),
                  minShareCount: 2,
                  entriesAware: true,
                },
                { name: 'personal', test: PERSONAL, minShareCount: 2 },
                { name: 'admin', test: ADMIN, minShareCount: 2 },
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

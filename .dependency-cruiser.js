import { readFileSync } from 'node:fs';
import { LAYERS } from './scripts/context-map.ts';

/** Import rules of docs/architecture.md. `npm run check` fails on a forbidden import. */

/** Files of a role: `queries.ts`, `card-queries.ts`, also in a folder within the context. */
const role = (names) => `^apps/api/src/(?!platform/)[a-z/-]+\\b(?:${names})\\.ts$`;

const ROUTE_TABLE = readFileSync(new URL('apps/web/app/routes.ts', import.meta.url), 'utf8');
/** The files with loader, action and page of a URL. */
const WEB_PAGES = `^apps/web/app/(${[...ROUTE_TABLE.matchAll(/'([\w/-]+)\.tsx?'/g)].map(([, page]) => page).join('|')})\\.tsx?$`;

const callsOnlyDownwards = LAYERS.map((layer, level) => ({
  name: 'contexts-call-only-downwards',
  severity: 'error',
  comment: 'Contexts call lower layers only: let one above call both.',
  from: { path: `^apps/api/src/(${layer.join('|')})/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: `^apps/api/src/(${LAYERS.slice(0, level + 1)
      .flat()
      .join('|')})/`,
    pathNot: '^apps/api/src/$1/',
  },
}));

export default {
  forbidden: [
    {
      name: 'contracts-import-only-zod',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/contracts/src|node_modules/zod)' },
    },
    {
      name: 'client-stands-alone',
      severity: 'error',
      comment: 'Integrators install it from its tarball alone.',
      from: { path: '^packages/client/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/client/src' },
    },
    {
      name: 'apps-meet-over-http',
      severity: 'error',
      from: { path: '^(apps|packages)/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^$1/$2/' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      comment: 'The sandbox simulates an external provider: it imports nothing of the store.',
      from: { path: '^apps/payment-sandbox' },
      to: { path: '^(packages|e2e|bench|scripts)/' },
    },
    {
      name: 'no-imports-of-the-sandbox',
      severity: 'error',
      from: { path: '^(e2e|bench|scripts)/' },
      to: { path: '^apps/payment-sandbox/' },
    },
    {
      name: 'between-contexts-only-service',
      severity: 'error',
      comment: "Another context's service.ts may be called, its sql.ts may be used by queries; nothing else.",
      from: { path: '^apps/api/src/((?!platform/)[^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^apps/api/src/(?!platform/)[^/]+/',
        pathNot: ['^apps/api/src/$1/', '^apps/api/src/[^/]+/(service|sql)\\.ts$'],
      },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: role('rules') },
      to: {
        dependencyTypesNot: ['type-only'],
        path: `(${role('queries|service|routes|tasks')}|^apps/api/src/(platform/database/|app\\.ts)|node_modules/(pg|fastify))`,
      },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/api/src/(?!platform/)' },
    },
    {
      name: 'sql-only-through-db',
      severity: 'error',
      comment: 'Statements run through `Db`; only `Connection` and the migrations use the driver.',
      from: { path: '^apps/api/src/(?!platform/database/)', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/(@types/)?pg/' },
    },
    {
      name: 'web-pages-only-in-the-route-table',
      severity: 'error',
      comment: 'What two pages share is a file of its own.',
      from: {},
      to: { path: WEB_PAGES },
    },
    {
      name: 'web-shop-never-imports-admin',
      severity: 'error',
      comment: 'Customers load nothing of the admin panel.',
      from: { path: '^apps/web/app/shop/' },
      to: { path: '^apps/web/app/admin/' },
    },
    {
      name: 'admin-kit-knows-no-page',
      severity: 'error',
      comment: 'What every list, form and chart of the panel is made of stands below the pages.',
      from: { path: '^apps/web/app/admin/kit/' },
      to: { path: '^apps/web/app/admin/(?!kit/)' },
    },
    {
      name: 'web-lib-knows-no-page',
      severity: 'error',
      from: { path: '^apps/web/app/lib/' },
      to: { path: '^apps/web/app/(shop|admin)/' },
    },
    {
      name: 'ui-knows-nothing-of-the-shop',
      severity: 'error',
      from: { path: '^apps/web/app/ui/' },
      to: { path: '^(apps/web/app/(shop|admin|lib)/|packages/contracts/src/(?!common/))' },
    },
    {
      name: 'only-loaders-and-actions-touch-the-server',
      severity: 'error',
      comment: 'Loaders and actions alone use *.server.ts: they are in the files of routes.ts.',
      from: { path: '^apps/web/app/(shop|admin|ui)/', pathNot: ['\\.(server|test)\\.tsx?$', WEB_PAGES] },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    ...callsOnlyDownwards,
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router|\\.types|var)/|^packages/client/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

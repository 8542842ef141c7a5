/** Import rules of docs/architecture.md. `npm run check` fails on a forbidden import. */

const CONTEXTS =
  'alerts|analytics|audit|cart|catalog|checkout|feeds|find|identity|mail|media|newsletter|notifications|orders|payments|reviews|settings|support|waitlist';

/** Contexts in layers, top to bottom: a context may only call lower layers. */
const FLOORS = [
  ['checkout', 'alerts'],
  ['orders'],
  ['cart', 'payments', 'notifications', 'reviews', 'support', 'newsletter', 'waitlist', 'feeds', 'find'],
  ['catalog', 'identity', 'settings', 'media'],
  ['mail', 'audit'],
];
const above = FLOORS.flatMap((floor, level) =>
  floor.map((context) => ({
    name: `${context}-calls-only-downwards`,
    severity: 'error',
    comment: 'Arrows between contexts never turn back: let one above call both.',
    from: { path: `^apps/api/src/${context}/`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `^apps/api/src/(${FLOORS.slice(0, level + 1)
        .flat()
        .filter((other) => other !== context)
        .join('|')})/`,
      pathNot: '/schema\\.ts$',
    },
  })),
);

export default {
  forbidden: [
    {
      name: 'contracts-import-only-zod',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(packages/contracts/src|node_modules/zod)' },
    },
    {
      name: 'web-never-imports-api',
      severity: 'error',
      comment: 'The web app talks to the API over HTTP only.',
      from: { path: '^apps/web' },
      to: { path: '^(apps/api|apps/payment-sandbox)|node_modules/@shop/api' },
    },
    {
      name: 'api-never-imports-web',
      severity: 'error',
      from: { path: '^(apps/api|apps/payment-sandbox|packages)' },
      to: { path: '^apps/web' },
    },
    {
      name: 'sandbox-stands-alone',
      severity: 'error',
      comment:
        'The sandbox simulates an external provider: it is used over HTTP only, and imports nothing of the store.',
      from: { path: '^apps/payment-sandbox' },
      to: { path: '^(apps/(?!payment-sandbox)|packages|e2e|bench|scripts)' },
    },
    {
      name: 'no-imports-of-the-sandbox',
      severity: 'error',
      from: { pathNot: '^apps/payment-sandbox' },
      to: { path: '^apps/payment-sandbox' },
    },
    {
      name: 'between-contexts-only-service-or-schema',
      severity: 'error',
      comment: "Another context's service.ts may be called, its schema.ts may be joined by queries; nothing else.",
      from: { path: `^apps/api/src/(${CONTEXTS})/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `^apps/api/src/(${CONTEXTS})/`,
        pathNot: ['^apps/api/src/$1/', '/service\\.ts$', '/schema\\.ts$'],
      },
    },
    {
      name: 'schema-is-read-by-queries',
      severity: 'error',
      // auth.ts passes the tables to the authentication library.
      from: {
        path: `^apps/api/src/(${CONTEXTS})/`,
        pathNot: ['/(queries|schema)[a-z-]*\\.ts$', '/identity/auth\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: '^apps/api/src/.*/schema\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      severity: 'error',
      from: { path: '^apps/api/src/.*/rules[a-z-]*\\.ts$' },
      to: {
        path: '(^apps/api/src/.*/(queries|service|schema|routes|tasks)[a-z-]*\\.ts$|^apps/api/src/(platform/database|app)\\.ts$|node_modules/(pg|drizzle-orm|fastify))',
      },
    },
    {
      name: 'never-upwards-in-a-context',
      severity: 'error',
      from: {
        path: `^apps/api/src/(${CONTEXTS})/`,
        pathNot: ['routes\\.ts$', '/tasks\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: '^apps/api/src/[^/]+/([a-z-]*routes|tasks)\\.ts$' },
    },
    {
      name: 'queries-do-not-decide',
      severity: 'error',
      comment: 'A service may be split by verb, so whatever is not one of these rooms is one.',
      from: { path: `^apps/api/src/(${CONTEXTS})/(queries|schema)[a-z-]*\\.ts$` },
      to: { path: `^apps/api/src/(${CONTEXTS})/`, pathNot: '/(queries|schema|rules)[a-z-]*\\.ts$' },
    },
    {
      name: 'platform-knows-no-context',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: `^apps/api/src/(${CONTEXTS}|app|server|worker)`, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-components-never-import-routes',
      severity: 'error',
      from: { path: '^apps/web/app/(components|lib)/' },
      to: { path: '^apps/web/app/routes/' },
    },
    {
      name: 'web-lib-never-imports-components',
      severity: 'error',
      from: { path: '^apps/web/app/lib/' },
      to: { path: '^apps/web/app/components/' },
    },
    {
      name: 'ui-knows-nothing-of-the-shop',
      severity: 'error',
      from: { path: '^apps/web/app/components/ui/' },
      to: { path: '^(apps/web/app/components/(?!ui/)|packages/contracts/src/(?!common/))' },
    },
    {
      name: 'only-doors-touch-the-server',
      severity: 'error',
      comment: 'Loaders and actions alone use *.server.ts.',
      from: { path: '^apps/web/app/components/' },
      to: { path: '\\.server\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    ...above,
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|\\.react-router|var)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

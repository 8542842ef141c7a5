/**
 * The security policy forbids `eval`. Zod tries it when the first schema is created, and the browser reports that, unless
 * `jitless` is set before. Not by zod's `config`: pages without a form do not load zod.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** The client as an integrator gets it: from its tarball, in an empty folder, against a store in processes of its own. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort, NO_RATE_LIMIT, type Shop, startShop, waitUntilReady } from '../support/shop.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = join(ROOT, 'packages/client');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const exec = promisify(execFile);
/** Of the sample data. */
const OWNER = { email: 'admin@example.com', password: 'seven amber lanterns' };

/** The programs of the README, by the file name in their first line. */
const PROGRAMS = new Map(
  [...README.matchAll(/```ts\n\/\/ ([\w-]+\.ts)\n(.*?)```/gs)].map(([, name = '', text = '']) => [name, text]),
);

let folder: string;
let shop: Shop;
let token: string;

const run = async (command: string, args: string[], env: Record<string, string> = {}) => {
  try {
    return (await exec(command, args, { cwd: folder, env: { ...process.env, ...env } })).stdout;
  } catch (error) {
    // The compiler reports on stdout.
    throw new Error(`${command} ${args.join(' ')}\n${Object(error).stdout}\n${Object(error).stderr}`, { cause: error });
  }
};
const runProgram = (name: string) => run(process.execPath, [name], { SHOP_URL: shop.url, SHOP_TOKEN: token });
const linesOf = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');

async function install() {
  folder = mkdtempSync(join(tmpdir(), 'client-package-'));
  const { stdout } = await exec('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: PACKAGE });
  const tarball = stdout.trim().split('\n').at(-1) ?? '';
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`]);
  for (const [name, text] of PROGRAMS) writeFileSync(join(folder, name), text);
}

async function logIn() {
  const response = await fetch(`${shop.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  });
  token = Object(await response.json()).token;
}

beforeAll(async () => {
  [shop] = await Promise.all([startShop({ webs: 0, env: NO_RATE_LIMIT }), install()]);
  await logIn();
});
afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true });
});

test('the tarball holds code and types of the version of the API, and needs no other package', async () => {
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed).toEqual(['@shop']);
  const files = readdirSync(join(folder, 'node_modules/@shop/client/dist')).sort();
  const modules = ['client', 'index', 'operations', 'types'];
  expect(files).toEqual(modules.flatMap((name) => [`${name}.d.ts`, `${name}.js`]));
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  const document = JSON.parse(readFileSync(join(ROOT, 'var/openapi.json'), 'utf8'));
  expect(document.info.version).toBe(version);
});

describe('type checks', () => {
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'false'];
  const compilers = { '5.9': createRequire(join(ROOT, 'e2e/x.js')), current: createRequire(join(ROOT, 'x.js')) };

  test.each(Object.entries(compilers))(
    'strictly under TypeScript %s, programs and declarations',
    async (version, require) => {
      const compiler = dirname(require.resolve('typescript/package.json'));
      const { version: found } = JSON.parse(readFileSync(join(compiler, 'package.json'), 'utf8'));
      if (version !== 'current') expect(found).toMatch(new RegExp(`^${version.replace('.', '\\.')}\\.`));
      const check = (...args: string[]) => run(process.execPath, [join(compiler, 'bin/tsc'), ...strict, ...args]);
      // Node's types are those of the repository: an integrator installs them.
      const nodeTypes = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
      await check('--lib', 'es2023', ...nodeTypes, ...PROGRAMS.keys());
      // In a browser, without Node's types.
      const browser =
        "import { createClient, getCart } from '@shop/client';\nawait createClient({ baseUrl: location.origin }).read(getCart);\n";
      writeFileSync(join(folder, 'browser.ts'), browser);
      await check('--lib', 'es2023,dom', 'browser.ts');
    },
  );
});

test('a bundle of two calls has neither the other operations nor any types', async () => {
  const entry = join(folder, 'two-calls.js');
  const program = `import { createClient, cancelOrder, listOrders } from '@shop/client';
const shop = createClient({ baseUrl: '' });
console.log(await shop.call(cancelOrder, { params: { id: '' } }), await shop.read(listOrders));`;
  writeFileSync(entry, program);
  const bundle = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  const { length } = Buffer.from(output[0].code);
  console.log(`Client: a bundle of two calls has ${length} bytes.`);
  expect(output[0].code).not.toContain('/admin/');
  expect(length).toBeLessThan(8_000);
});

test('the client needs nothing but web standards', async () => {
  const entry = join(folder, 'read.js');
  const program = `import { createClient, getHomePage, listProducts } from '@shop/client';
const shop = createClient({ baseUrl: url });
report((async () => [await shop.call(getHomePage), (await shop.pages(listProducts).next()).value])());`;
  writeFileSync(entry, program);
  const bundle = await rolldown({ input: entry, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'iife' });
  const web = { AbortController, AbortSignal, Blob, DOMException, Headers, ReadableStream, URLSearchParams };
  const globals = { ...web, crypto, fetch, performance, setTimeout, clearTimeout };
  // No `process`, `Buffer`, `require` or module of Node.
  const results = new Promise((report) => runInNewContext(output[0].code, { ...globals, url: shop.url, report }));
  expect(await results).toMatchObject([{ ok: true }, { items: expect.arrayContaining([]), next: expect.any(String) }]);
});

test('the order sync takes each pending, paid order once', async () => {
  const first = await runProgram('order-sync.ts');
  expect(first).toContain('is being processed');
  const orders = linesOf('orders.jsonl').map((line) => JSON.parse(line));
  expect(orders.length).toBeGreaterThan(0);
  expect(await runProgram('order-sync.ts')).toBe('');
  expect(linesOf('orders.jsonl')).toHaveLength(orders.length);
});

test('the export has every product once, in several pages, and goes on where it was interrupted', async () => {
  await runProgram('export.ts');
  const whole = linesOf('products.csv');
  expect(new Set(whole).size).toBe(whole.length);
  expect(whole.length).toBeGreaterThan(40);
  expect(statSync(join(folder, 'next.txt')).size).toBe(0);

  const response = await fetch(`${shop.url}/api/products?sortBy=newest&limit=20`);
  const page: unknown[] = JSON.parse(await response.text());
  expect(page.length).toBeLessThan(whole.length - 1);
  const next = /\?(.*?)>/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
  writeFileSync(join(folder, 'next.txt'), next);
  writeFileSync(join(folder, 'products.csv'), `${whole.slice(0, page.length + 1).join('\n')}\n`);
  await runProgram('export.ts');
  expect(linesOf('products.csv')).toEqual(whole);
});

test('the storefront of 40 lines lists, searches, shows a product and fills a cart', async () => {
  expect(PROGRAMS.get('storefront.ts')?.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...process.env, SHOP_URL: shop.url, PORT: `${port}` };
  const server = spawn(process.execPath, ['storefront.ts'], { cwd: folder, env, stdio: 'inherit' });
  try {
    await waitUntilReady(url, server);
    const list = await (await fetch(url)).text();
    const next = /href="(\/\?next=[^"]+)"/.exec(list)?.[1];
    expect(await (await fetch(url + next)).text()).toContain('<li>');
    expect(await (await fetch(`${url}/?q=ring`)).text()).toMatch(/ring/i);

    const slug = /href="\/([\w-]+)"/.exec(list)?.[1] ?? '';
    const variantId = /value="([^"]+)"/.exec(await (await fetch(`${url}/${slug}`)).text())?.[1] ?? '';
    const add = { method: 'POST', body: new URLSearchParams({ variantId }) };
    const added = await fetch(`${url}/${slug}`, add);
    const cookie = added.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    expect(await added.text()).toMatch(/^1 in your cart: \$\d/);
    const again = await fetch(`${url}/${slug}`, { ...add, headers: { cookie } });
    expect(await again.text()).toMatch(/^2 in your cart: \$\d/);
    expect((await fetch(`${url}/no-such-product`)).status).toBe(404);
  } finally {
    server.kill();
  }
});

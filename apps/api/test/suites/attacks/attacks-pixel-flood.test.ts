import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { imageMessages } from '@shop/contracts/media/messages';
import sharp from 'sharp';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { freePort } from '#test/network.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { appSettings } from '#test/sample-database.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

const SERVER = fileURLToPath(new URL('../../../src/server.ts', import.meta.url));
const LIMIT_MB = 450;

/** Compresses well: as many pixels as are accepted, in few bytes. */
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 90, g: 20, b: 160, alpha: 0.5 } } });
/** Each of another kind that decodes in another way, and all different. */
const PHOTOS = [
  { type: 'image/webp', bytes: () => flat(6_000, 4_000).webp({ lossless: true }).toBuffer() },
  { type: 'image/avif', bytes: () => flat(4_000, 2_000).avif({ effort: 0 }).toBuffer() },
  { type: 'image/png', bytes: () => flat(6_000, 3_998).png({ progressive: true }).toBuffer() },
  { type: 'image/png', bytes: () => flat(4_000, 2_990).toColourspace('rgb16').png().toBuffer() },
  {
    type: 'image/jpeg',
    bytes: () => flat(6_000, 3_997).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer(),
  },
  { type: 'image/webp', bytes: () => flat(2_000, 12_000).webp({ quality: 20 }).toBuffer() },
];

/** The highest resident memory of a process since it started; 0 once it has ended. */
async function peakMbOf(pid: string) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024;
}

/** Its own process: memory of libraries is in no figure of Node. */
async function startServer(databaseUrl: string, REDIS_URL: string) {
  const port = await freePort();
  const child = spawn(process.execPath, [SERVER], {
    env: {
      ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, NODE_ENV: 'test' },
      ...appSettings(databaseUrl),
      // Of ops/node.env.
      NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=192',
      ...{ MEDIA_DIR: inject('mediaDir'), API_PORT: `${port}`, RATE_LIMIT_FACTOR: '1000', REDIS_URL },
    },
    stdio: 'ignore',
  });
  // `afterAll` is not run for a group whose tests are all skipped.
  process.once('exit', () => child.kill('SIGKILL'));
  afterAll(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok, { timeout: 60_000 });
  let largestChild = 0;
  const timer = setInterval(async () => {
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
    const sizes = await Promise.all(children.trim().split(' ').filter(Boolean).map(peakMbOf));
    largestChild = Math.max(largestChild, ...sizes);
  }, 20);
  afterAll(() => clearInterval(timer));
  return { url, peaksMb: async () => ({ api: await peakMbOf(`${child.pid}`), decoder: largestChild }) };
}

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const databaseUrl = await createTestDatabase();
  const { anAdmin, config } = await createTestStore({ databaseUrl, env: { REDIS_URL } });
  const coral = await anAdmin({ role: 'content' });
  const { url, peaksMb } = await startServer(databaseUrl, REDIS_URL);
  const upload = ({ type, bytes }: { type: string; bytes: Buffer }) =>
    fetch(`${url}/api/admin/images`, {
      method: 'POST',
      headers: { ...coral.headers, origin: config.publicOrigin, 'content-type': type },
      body: new Uint8Array(bytes),
    });

  test('A44 six photos of as many pixels as are accepted keep the API and its decoder below 450 MB, further ones get 429', {
    timeout: 180_000,
  }, async () => {
    const photos: { type: string; bytes: Buffer }[] = [];
    for (const { type, bytes } of PHOTOS) photos.push({ type, bytes: await bytes() });

    const responses = await Promise.all(photos.map(upload));
    expect(responses.map(({ status }) => status)).toEqual(photos.map(() => 201));
    const flood = await Promise.all(
      Array.from({ length: 6 }, () => photos)
        .flat()
        .map(upload),
    );

    const peaks = await peaksMb();
    expect(peaks.decoder).toBeGreaterThan(0);
    expect(peaks.api + peaks.decoder).toBeLessThan(LIMIT_MB);
    const refused = flood.find(({ status }) => status !== 201);
    expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([201, 429]));
    expect(await refused?.json()).toMatchObject({ code: 'busy', message: imageMessages.busy });
    expect(refused?.headers.get('retry-after')).toBe('5');
  });

  test('A44 more pixels are rejected by the header of the file', async () => {
    for (const bytes of [await flat(6_000, 4_001).webp().toBuffer(), await flat(10_000, 5_000).png().toBuffer()])
      expect((await upload({ type: 'image/png', bytes })).status).toBe(422);
  });
});

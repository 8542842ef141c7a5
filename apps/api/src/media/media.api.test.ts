import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MEDIA_FORMATS, MEDIA_WIDTHS } from '@shop/contracts/common/media';
import sharp from 'sharp';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { putImage, renderImage, requestMissingWidths } from './service.ts';

/** Of these tests only, as the job renders all images. */
const mediaDir = await mkdtemp(join(tmpdir(), 'crystalline-widths-'));
afterAll(() => rm(mediaDir, { recursive: true }));
const { db, disk, guest, anAdmin, work } = await createTestStore({ mediaDir });
const IMMUTABLE = 'public, max-age=31536000, immutable';
const teal = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });

/** Stored as by an earlier release: without widths and without a job. */
async function anImage(width: number, height: number) {
  const key = `picture-${randomUUID()}`;
  await putImage(disk, key, await teal(width, height).webp().toBuffer());
  return key;
}
const sizeOf = async (url: string) => {
  const { statusCode, headers, rawPayload } = await guest.get(url);
  const { width, format } = await sharp(rawPayload).metadata();
  const kind = format === 'heif' ? 'avif' : format;
  expect([statusCode, headers['content-type']]).toEqual([200, `image/${kind}`]);
  return { width, kind, cacheControl: headers['cache-control'] };
};

const key = await anImage(2_000, 1_000);

describe('an image', () => {
  test('is shown as its original until the worker has rendered its widths, and is then cacheable forever', async () => {
    const grace = await anAdmin();
    const photo = await teal(1_300, 900).jpeg().toBuffer();
    const { url } = (await grace.post('/api/admin/images', photo, { 'content-type': 'image/jpeg' })).json();
    const [, , uploaded = ''] = url.split('/');

    expect(await sizeOf(url)).toEqual({ width: 1_300, kind: 'webp', cacheControl: 'public, max-age=10' });
    expect(await sizeOf(url.replace('960.webp', '320.avif'))).toMatchObject({ width: 1_300, kind: 'webp' });
    // Reading rendered nothing.
    expect([...(await disk.listAll(`variants/${uploaded}/`)).objects]).toEqual([]);
    await work();

    for (const format of MEDIA_FORMATS)
      for (const width of MEDIA_WIDTHS)
        expect(await sizeOf(`/media/${uploaded}/${width}.${format}`)).toEqual({
          width: Math.min(width, 1_300),
          kind: format,
          cacheControl: IMMUTABLE,
        });
  });

  test('whose width is missing is served in the next larger one, for ten seconds', async () => {
    const image = await anImage(800, 600);
    await renderImage(disk, image);
    await disk.delete(`variants/${image}/320.avif`);

    expect(await sizeOf(`/media/${image}/320.avif`)).toEqual({
      width: 480,
      kind: 'avif',
      cacheControl: 'public, max-age=10',
    });
  });

  test('of an earlier release gets its widths by the job for all images, also after a damaged file', async () => {
    const [damaged, image] = ['a-damaged-file', await anImage(300, 200)];
    await putImage(disk, damaged, Buffer.from('no image'));
    await requestMissingWidths(db);
    await work();

    expect(await sizeOf(`/media/${image}/320.webp`)).toMatchObject({ width: 300, cacheControl: IMMUTABLE });
  });

  test('may be shown by pages of other origins, such as the email of an order in a webmail', async () => {
    const response = await guest.get(`/media/${key}/160.webp`);

    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test('that is deleted while its widths are rendered leaves none', async () => {
    const image = await anImage(1_920, 1_200);
    const move = disk.move.bind(disk);
    vi.spyOn(disk, 'move').mockImplementationOnce(async (...paths) => {
      await disk.delete(`originals/${image}.webp`);
      await move(...paths);
    });

    await renderImage(disk, image);

    expect([...(await disk.listAll(`variants/${image}/`)).objects]).toEqual([]);
  });
});

test.each([
  `/media/${key}/321.webp`,
  `/media/${key}/320.png`,
  `/media/${key}/320.webp.bak`,
  '/media/no-such-image/320.webp',
  '/media/..%2f..%2fetc/320.webp',
  '/media/%2e%2e/320.webp',
  `/media/${key}/..%2f..%2foriginals%2f${key}.webp`,
  `/media/${key}/%00.webp`,
  `/media/${key.toUpperCase()}/320.webp`,
])('A28 %s is not found', async (url) => {
  expect((await guest.get(url)).statusCode).toBe(404);
});

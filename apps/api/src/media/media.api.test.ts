import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { MEDIA_FORMATS, MEDIA_WIDTHS } from '@shop/contracts/common/media';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';
import { renderVariant } from './service.ts';

const { guest } = await createTestStore();

const [key = ''] = (await readdir(join(inject('mediaDir'), 'originals')))
  .map((file) => file.replace('.webp', ''))
  .filter((name) => name.startsWith('hero-'));

describe('an image', () => {
  test.each(MEDIA_FORMATS)('is served as %s in the requested width, cacheable forever', async (format) => {
    const response = await guest.get(`/media/${key}/320.${format}`);

    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe(`image/${format}`);
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const { width, format: kind } = await sharp(response.rawPayload).metadata();
    expect([width, kind]).toEqual([320, format === 'avif' ? 'heif' : 'webp']);
  });

  test('is rendered once for concurrent requests, and then stored', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => guest.get(`/media/${key}/160.webp`)));

    expect(new Set(responses.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
    expect(await readdir(join(inject('mediaDir'), 'variants', key))).toContain('160.webp');
    expect(
      (await readdir(join(inject('mediaDir'), 'variants', key))).filter((file) => file.startsWith('160.webp')),
    ).toEqual(['160.webp']);
  });

  test('may be shown by pages of other origins, such as the email of an order in a webmail', async () => {
    const response = await guest.get(`/media/${key}/160.webp`);

    expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test('is never enlarged', async () => {
    const small = await sharp({ create: { width: 200, height: 100, channels: 3, background: 'teal' } })
      .webp()
      .toBuffer();

    for (const width of MEDIA_WIDTHS) {
      const { width: rendered } = await sharp(await renderVariant(small, width, 'webp')).metadata();
      expect(rendered).toBe(Math.min(width, 200));
    }
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

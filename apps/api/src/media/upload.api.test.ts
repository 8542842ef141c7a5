import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, anAdmin, work } = await createTestStore();
const grace = await anAdmin();
const send = (bytes: Buffer | string, type = 'image/jpeg') =>
  grace.post('/api/admin/images', bytes, { 'content-type': type });
const teal = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'teal' } });

describe('an uploaded image', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('APRD-018 as %s is served as AVIF and WebP', async (format) => {
    const { url } = (await send(await teal(400, 300).toFormat(format).toBuffer(), `image/${format}`)).json();
    await work();

    for (const kind of ['avif', 'webp']) {
      const response = await guest.get(url.replace('960.webp', `320.${kind}`));
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, `image/${kind}`]);
    }
  });

  test('is stored without its metadata', async () => {
    const original = await teal(50, 40)
      .withExif({ IFD0: { Copyright: 'Secret place' } })
      .jpeg()
      .toBuffer();
    expect(original.includes('Secret place')).toBe(true);

    const { url } = (await send(original)).json();

    const storedBytes = (await guest.get(url)).rawPayload;
    expect(storedBytes.includes('Secret place')).toBe(false);
    expect((await sharp(storedBytes).metadata()).exif).toBeUndefined();
  });

  test('A28 that is also a page or an archive is stored as an image only', async () => {
    const script = '<script>alert(1)</script>';
    const image = await teal(60, 40)
      .withExif({ IFD0: { ImageDescription: script } })
      .jpeg()
      .toBuffer();
    const page = Buffer.concat([image, Buffer.from(`<html>${script}</html>`)]);
    const archive = Buffer.concat([
      image,
      Buffer.from('PK\x03\x04 evil.jar'),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ]);

    for (const bytes of [page, archive]) {
      const { url } = (await send(bytes)).json();
      const stored = await guest.get(url);

      expect(stored.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      for (const part of ['<script', '<html', 'PK\x03\x04']) expect(stored.rawPayload.includes(part)).toBe(false);
    }
  });

  test('sent twice has one URL', async () => {
    const bytes = await teal(10, 10).png().toBuffer();

    expect((await send(bytes)).json()).toEqual((await send(bytes)).json());
  });
});

describe('A28 image upload rejects', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each([
    ['an SVG with a script', svg, 'image/png'],
    ['an HTML page', '<html><script>alert(1)</script></html>', 'image/jpeg'],
    ['a script that starts like an image', 'GIF89a/*\x00*/=1;alert(1)', 'image/png'],
    ['an archive', 'PK\x03\x04\x14\x00', 'image/jpeg'],
    ['an empty file', '', 'image/png'],
    ['a truncated image', '\x89PNG\r\n\x1a\n', 'image/png'],
  ])('%s', async (_what, bytes, type) => {
    const response = await send(bytes, type);

    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });

  test('an unsupported content type', async () => {
    expect((await send(svg, 'image/svg+xml')).statusCode).toBe(415);
  });

  test('a decompression bomb: a small file with too many pixels', async () => {
    const bomb = await teal(9_000, 6_000).png().toBuffer();

    const response = await send(bomb, 'image/png');

    expect(response.json()).toMatchObject({ status: 422, message: adminProductMessages.imageTooLarge });
  });

  test('a file of more than 10 MB', async () => {
    expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413);
  });
});

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createReadableStreamFromReadable } from '@react-router/node';
import { expect, test } from 'vitest';
import { fileInForm } from './file-in-form.server.ts';

/** A multipart request as a browser sends it, in chunks of `length` bytes. */
async function aMultipartRequest(file: Blob | string, length = 7) {
  const form = new FormData();
  if (typeof file === 'string') form.append('file', file);
  else form.append('file', file, 'rings.csv');
  const whole = new Request('http://shop.example/', { method: 'POST', body: form });
  const bytes = Buffer.from(await whole.clone().arrayBuffer());
  async function* chunks() {
    for (let place = 0; place < bytes.length; place += length) yield bytes.subarray(place, place + length);
  }
  const body = createReadableStreamFromReadable(Readable.from(chunks()));
  const chunkedInit: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: whole.headers,
    body,
    duplex: 'half',
  };
  return new Request('http://shop.example/', chunkedInit);
}

test.each(['', 'Slug,Price\nmoon-ring,12', '\r\n--', '\r\n------', 'a\r\n\r\nb\r\n', 'Schmuckstück 💎\r\n'])(
  'fileInForm streams the file unchanged, whatever the chunk size: %j',
  async (content) => {
    for (const length of [1, 2, 3, 7, 64, 150]) {
      const file = await fileInForm(await aMultipartRequest(new Blob([content]), length));
      expect(file?.name).toBe('rings.csv');
      expect(file && (await text(file.bytes))).toBe(content);
    }
  },
);

test('fileInForm returns undefined for a form without a file', async () => {
  expect(await fileInForm(await aMultipartRequest('no file'))).toBeUndefined();
  expect(await fileInForm(new Request('http://shop.example/', { method: 'POST', body: 'file=x' }))).toBeUndefined();
});

test('fileInForm fails for a form that ends in the middle of its file', async () => {
  const request = new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nSlug,Pri',
  });
  const file = await fileInForm(request);

  await expect(file && text(file.bytes)).rejects.toThrow('The form ends in the middle of its file.');
});

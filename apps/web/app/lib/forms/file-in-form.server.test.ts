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

const aRawRequest = (body: string) =>
  new Request('http://shop.example/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
  });
const HEAD = 'Content-Disposition: form-data; name="file"';

test('fileInForm returns undefined if no file was chosen', async () => {
  const body = `--x\r\n${HEAD}; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`;

  expect(await fileInForm(aRawRequest(body))).toBeUndefined();
});

test('fileInForm returns undefined for a form that ends before its file', async () => {
  expect(await fileInForm(aRawRequest(`--x\r\n${HEAD}; file`))).toBeUndefined();
});

test('fileInForm fails for a form that ends in the middle of its file', async () => {
  const file = await fileInForm(aRawRequest(`--x\r\n${HEAD}; filename="a.csv"\r\n\r\nSlug,Pri`));

  await expect(file && text(file.bytes)).rejects.toThrow(/unexpected end of multipart data/i);
});

test('fileInForm waits for a reader that is slower than the upload', async () => {
  let sent = 0;
  const head = Buffer.from(`--x\r\n${HEAD}; filename="a.csv"\r\n\r\n`);
  const chunk = Buffer.alloc(64 * 1_024, 'x');
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(sent === 0 ? head : chunk);
      sent += 1;
      if (sent > 1_000) controller.close();
    },
  });
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body,
    duplex: 'half',
  };
  const file = await fileInForm(new Request('http://shop.example/', init));
  const reader = file?.bytes.getReader();

  await reader?.read();
  await new Promise((resolve) => setImmediate(resolve));

  expect(sent).toBeLessThan(20);
  await reader?.cancel();
});

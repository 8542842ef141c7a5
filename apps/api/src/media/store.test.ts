import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { openDisk } from './store.ts';

/** As much of an S3-compatible store as storing images needs. */
const objects = new Map<string, Buffer>();
const bucket = createServer(async (request, response) => {
  const path = decodeURIComponent(request.url?.split('?')[0] ?? '');
  const source = request.headers['x-amz-copy-source'];
  if (request.method === 'PUT' && typeof source === 'string') {
    objects.set(path, objects.get(decodeURIComponent(source)) ?? Buffer.alloc(0));
    return response.end('<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>');
  }
  if (request.method === 'PUT') objects.set(path, await buffer(request));
  if (request.method === 'DELETE') objects.delete(path);
  const object = objects.get(path);
  if (!object && request.method !== 'DELETE') response.statusCode = 404;
  return response.end(request.method === 'GET' ? object : undefined);
});
bucket.listen(0, '127.0.0.1');
await once(bucket, 'listening');
afterAll(() => bucket.close());

test('images can be stored in any S3-compatible store', async () => {
  const disk = await openDisk({
    driver: 's3',
    bucket: 'images',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });

  await disk.put('variants/ring/320.webp.aside', new Uint8Array([1, 2, 3]));
  await disk.move('variants/ring/320.webp.aside', 'variants/ring/320.webp');

  expect([...objects.keys()]).toEqual(['/images/variants/ring/320.webp']);
  expect(await disk.exists('variants/ring/320.webp')).toBe(true);
  expect(await disk.exists('variants/ring/640.webp')).toBe(false);
  expect(await disk.getBytes('variants/ring/320.webp')).toEqual(new Uint8Array([1, 2, 3]));
});

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { createReadableStreamFromReadable } from '@react-router/node';

const MULTIPART = /^multipart\/form-data\s*;(?:[^"]*;)?\s*boundary="?[^";]{1,200}(?:[";]|$)/i;
/** Anything but the first file is skipped. */
const LIMITS = { files: 1, fields: 0, headerSize: 16 * 1_024 };

type FormFile = { name: string; bytes: ReadableStream<Uint8Array> };

/** Streams the first file of a form. Unlike `formData()`, it never buffers the whole file. Undefined without a file. */
export async function fileInForm({ headers, body }: Request) {
  const contentType = headers.get('content-type') ?? '';
  if (!body || !MULTIPART.test(contentType)) return undefined;
  const form = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
  return new Promise<FormFile | undefined>((resolve) => {
    let file: Readable | undefined;
    form.on('file', (_field, stream, name) => {
      // Errors reach the reader of the file. Without a listener, one after it was cancelled would end the process.
      file = stream.on('error', () => {});
      // A browser sends a file without a name when none was chosen.
      if (name) resolve({ name, bytes: createReadableStreamFromReadable(stream) });
      else stream.resume();
    });
    pipeline(body, form).then(
      () => resolve(undefined),
      (error) => {
        file?.destroy(error);
        resolve(undefined);
      },
    );
  });
}

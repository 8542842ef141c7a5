import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';

const HEAD_MAX = 16 * 1_024;
const HEAD_END = '\r\n\r\n';

/**
 * Streams the file in the first field of a form. Unlike `formData()`, it never buffers the whole file. Undefined when
 * no file was chosen.
 */
export async function fileInForm(request: Request) {
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  const reader = request.body?.getReader();
  if (!boundary || !reader) return undefined;
  let buffered = Buffer.alloc(0);
  const readMore = async () => {
    const { value } = await reader.read();
    if (value) buffered = Buffer.concat([buffered, value]);
    return value !== undefined;
  };

  while (!buffered.includes(HEAD_END)) if (buffered.length > HEAD_MAX || !(await readMore())) return undefined;
  const head = buffered.indexOf(HEAD_END);
  const name = /filename="([^"]+)"/.exec(buffered.subarray(0, head).toString())?.[1];
  if (!name) return undefined;
  buffered = buffered.subarray(head + HEAD_END.length);
  return { name, bytes: createReadableStreamFromReadable(Readable.from(bytesUntil(`\r\n--${boundary}`))) };

  async function* bytesUntil(end: string) {
    for (let place = buffered.indexOf(end); place < 0; place = buffered.indexOf(end)) {
      // The tail may contain the start of the boundary, so it waits for the next chunk.
      const safeLength = Math.max(0, buffered.length - end.length);
      if (safeLength > 0) yield new Uint8Array(buffered.subarray(0, safeLength));
      buffered = buffered.subarray(safeLength);
      if (!(await readMore())) throw new Error('The form ends in the middle of its file.');
    }
    yield new Uint8Array(buffered.subarray(0, buffered.indexOf(end)));
    while (await readMore()) buffered = Buffer.alloc(0);
  }
}

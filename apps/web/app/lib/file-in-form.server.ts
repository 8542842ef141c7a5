import { Readable } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';

const HEAD_MAX = 16 * 1_024;
const HEAD_END = '\r\n\r\n';

/**
 * The file a form brings as its first field, while it comes in: it is passed on and never kept as a whole, which is what
 * `formData()` would do. Undefined where none was chosen.
 */
export async function fileInForm(request: Request) {
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  const reader = request.body?.getReader();
  if (!boundary || !reader) return undefined;
  let held = Buffer.alloc(0);
  const more = async () => {
    const { value } = await reader.read();
    if (value) held = Buffer.concat([held, value]);
    return value !== undefined;
  };

  while (!held.includes(HEAD_END)) if (held.length > HEAD_MAX || !(await more())) return undefined;
  const head = held.indexOf(HEAD_END);
  const name = /filename="([^"]+)"/.exec(held.subarray(0, head).toString())?.[1];
  if (!name) return undefined;
  held = held.subarray(head + HEAD_END.length);
  return { name, bytes: createReadableStreamFromReadable(Readable.from(bytesUntil(`\r\n--${boundary}`))) };

  async function* bytesUntil(end: string) {
    for (let place = held.indexOf(end); place < 0; place = held.indexOf(end)) {
      // What may be the beginning of the end waits for what follows.
      const sure = Math.max(0, held.length - end.length);
      if (sure > 0) yield new Uint8Array(held.subarray(0, sure));
      held = held.subarray(sure);
      if (!(await more())) throw new Error('The form ends in the middle of its file.');
    }
    yield new Uint8Array(held.subarray(0, held.indexOf(end)));
    while (await more()) held = Buffer.alloc(0);
  }
}

import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { freshNonce } from '../app/lib/security-headers.server.ts';

export type CachedPage = Awaited<ReturnType<typeof createCachedPage>>;

const NONCE = /'nonce-([^']+)'/;
const NONCE_BYTES = Buffer.byteLength(freshNonce());
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_LAST_BLOCK = Buffer.from([3, 0]);
/** Starts a stored (uncompressed) deflate block: its length, and the complement of that. */
const STORED_BLOCK_HEADER = Buffer.from([0, NONCE_BYTES, 0, ~NONCE_BYTES & 0xff, 0xff]);

/**
 * A page split at its nonce, so that every response gets a new one. The chunks are compressed once: gzip allows the
 * nonce between them as an uncompressed block, so no response is compressed again.
 */
export async function createCachedPage(response: Response) {
  const headers = Object.fromEntries(response.headers);
  const policy = headers['content-security-policy'] ?? '';
  const nonce = NONCE.exec(policy)?.[1];
  const text = await response.text();
  const chunks = (nonce ? text.split(nonce) : [text]).map((chunk) => Buffer.from(chunk));
  const compressedChunks = chunks.map((chunk) => deflateRawSync(chunk, { finishFlush: constants.Z_FULL_FLUSH }));

  return {
    status: response.status,
    headers,
    policy,
    nonce,
    chunks,
    compressedChunks,
    etag: `W/"${createHash('sha1').update(chunks.join('')).digest('base64url')}"`,
    isPublic: response.status === 200 && /^public\b/.test(headers['cache-control'] ?? '') && !headers['set-cookie'],
    size: chunks.reduce((sum, chunk) => sum + chunk.length, 0) * 2,
  };
}

/** The page with a new nonce, in parts, because copying a whole page costs more than sending it. */
export function copyWithNewNonce(page: CachedPage, { asGzip }: { asGzip: boolean }) {
  const nonce = freshNonce();
  const bytes = Buffer.from(nonce);
  return {
    policy: page.nonce && page.policy.replaceAll(page.nonce, nonce),
    parts: asGzip ? gzip(page, bytes) : interleave(page.chunks, [bytes]),
  };
}

function gzip({ chunks, compressedChunks }: CachedPage, nonce: Buffer) {
  let checksum = 0;
  let length = 0;
  for (const part of interleave(chunks, [nonce])) {
    checksum = crc32(part, checksum);
    length += part.length;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length, 4);
  return [GZIP_START, ...interleave(compressedChunks, [STORED_BLOCK_HEADER, nonce]), GZIP_LAST_BLOCK, end];
}

const interleave = (chunks: Buffer[], inserted: Buffer[]) =>
  chunks.flatMap((chunk, index) => (index === 0 ? [chunk] : [...inserted, chunk]));

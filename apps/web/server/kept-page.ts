import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { freshNonce } from '../app/lib/security-headers.server.ts';

export type KeptPage = Awaited<ReturnType<typeof keepPage>>;

const NONCE = /'nonce-([^']+)'/;
const NONCE_BYTES = Buffer.byteLength(freshNonce());
const GZIP_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const GZIP_LAST_BLOCK = Buffer.from([3, 0]);
/** Introduces bytes that are not packed: their number, and its complement. */
const AS_IT_IS = Buffer.from([0, NONCE_BYTES, 0, ~NONCE_BYTES & 0xff, 0xff]);

/**
 * A page cut where its nonce stands, so that every answer gets a fresh one. The pieces between are packed once: gzip
 * allows the nonce to stand among them as it is, and no answer has to be packed anew.
 */
export async function keepPage(response: Response) {
  const headers = Object.fromEntries(response.headers);
  const policy = headers['content-security-policy'] ?? '';
  const nonce = NONCE.exec(policy)?.[1];
  const text = await response.text();
  const pieces = (nonce ? text.split(nonce) : [text]).map((piece) => Buffer.from(piece));
  const packed = pieces.map((piece) => deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH }));

  return {
    status: response.status,
    headers,
    policy,
    nonce,
    pieces,
    packed,
    etag: `W/"${createHash('sha1').update(pieces.join('')).digest('base64url')}"`,
    isPublic: response.status === 200 && /^public\b/.test(headers['cache-control'] ?? '') && !headers['set-cookie'],
    size: pieces.reduce((sum, piece) => sum + piece.length, 0) * 2,
  };
}

/** The page once more, with a nonce that nobody has seen; in parts, as copying a whole page costs more than sending it. */
export function copyOf(page: KeptPage, { asGzip }: { asGzip: boolean }) {
  const nonce = freshNonce();
  const bytes = Buffer.from(nonce);
  return {
    policy: page.nonce && page.policy.replaceAll(page.nonce, nonce),
    parts: asGzip ? gzip(page, bytes) : between(page.pieces, [bytes]),
  };
}

function gzip({ pieces, packed }: KeptPage, nonce: Buffer) {
  let checksum = 0;
  let length = 0;
  for (const part of between(pieces, [nonce])) {
    checksum = crc32(part, checksum);
    length += part.length;
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(checksum, 0);
  end.writeUInt32LE(length, 4);
  return [GZIP_START, ...between(packed, [AS_IT_IS, nonce]), GZIP_LAST_BLOCK, end];
}

const between = (pieces: Buffer[], inserted: Buffer[]) =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [...inserted, piece]));

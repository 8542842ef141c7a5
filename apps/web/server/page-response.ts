import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A smaller response fits into one packet, compressed or not. */
export const COMPRESSION_MIN_BYTES = 1_024;

type Encoding = 'br' | 'gzip';
/** Larger than most compressed pages: every further chunk is one more trip to the thread pool. */
const CHUNK = { chunkSize: 64 * 1_024 };
/**
 * A window of 256 KB, larger than most pages. The default of 4 MB is allocated for each page, and V8 then collects the
 * whole heap after every fifth page instead of every twentieth.
 */
const BROTLI = { ...CHUNK, params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSORS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, BROTLI),
  gzip: (body) => zip(body, CHUNK),
};

export type PageResponse = {
  status: number;
  headers: Record<string, string>;
  cookies: string[];
  body: Buffer;
  /** Compressed as a whole, once, when a client first asks for that encoding. */
  compressed: Partial<Record<Encoding, Promise<Buffer>>>;
};

export async function readPage(response: Response): Promise<PageResponse> {
  const { 'set-cookie': _joined, vary, ...headers } = Object.fromEntries(response.headers);
  return {
    status: response.status,
    headers: { ...headers, vary: vary ? `${vary}, Accept-Encoding` : 'Accept-Encoding' },
    cookies: response.headers.getSetCookie(),
    body: Buffer.from(await response.arrayBuffer()),
    compressed: {},
  };
}

export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: PageResponse) {
  const { status, headers, cookies, body, compressed } = page;
  reply.headers(headers);
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const encoding = body.length < COMPRESSION_MIN_BYTES ? undefined : encodingFor(request);
  if (!encoding) return send(reply, status, body);
  compressed[encoding] ??= COMPRESSORS[encoding](body);
  const bytes = await compressed[encoding];
  reply.header('content-encoding', encoding);
  send(reply, status, bytes);
}

/** Writes straight to the socket, in one go: no hook has anything left to do. */
export function send(reply: FastifyReply, status: number, body?: Buffer) {
  reply.hijack();
  reply.request.markAnswered?.();
  const { raw } = reply;
  raw.statusCode = status;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  if (!body?.length) return raw.end();
  raw.setHeader('content-length', body.length);
  raw.end(body);
}

function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = (headers['accept-encoding'] ?? '').split(',').filter((one) => !REFUSED.test(one));
  const isAccepted = (name: Encoding) => accepted.some((one) => one.split(';')[0]?.trim() === name);
  if (isAccepted('br')) return 'br';
  return isAccepted('gzip') ? 'gzip' : undefined;
}

const REFUSED = /;\s*q=0(\.0*)?\s*$/;

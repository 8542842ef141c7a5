import { createHash } from 'node:crypto';
import { type PageResponse, readPage } from './page-response.ts';

export type CachedPage = PageResponse & { etag: string; isPublic: boolean; size: number };

/** The same bytes for every visitor, so any cache can keep them. */
export async function createCachedPage(response: Response): Promise<CachedPage> {
  const page = await readPage(response);
  const { status, headers, cookies, body } = page;
  return {
    ...page,
    headers: { ...headers, vary: 'Cookie, Accept-Encoding' },
    etag: `W/"${createHash('sha1').update(body).digest('base64url')}"`,
    isPublic: status === 200 && /^public\b/.test(headers['cache-control'] ?? '') && cookies.length === 0,
    // With its compressed copies.
    size: body.length * 2,
  };
}

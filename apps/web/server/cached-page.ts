import { createHash } from 'node:crypto';
import { type PageResponse, readPage } from './page-response.ts';

export type CachedPage = PageResponse & { etag: string; isPublic: boolean; size: number };

/** The same bytes for every visitor, so any cache can keep them. */
export async function createCachedPage(response: Response): Promise<CachedPage> {
  const page = allowScriptsByHash(await readPage(response));
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

/**
 * The policy of a rendered page allows the inline scripts that have its nonce. A nonce is good for one response only, so
 * here it allows the same scripts by their hashes. A script in a text of the store or a customer has neither: the nonce
 * is random and new for each rendering.
 */
function allowScriptsByHash(page: PageResponse): PageResponse {
  const policy = page.headers['content-security-policy'] ?? '';
  const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1];
  if (!nonce) return page;
  const html = page.body.toString();
  const scripts = html.matchAll(new RegExp(`<script(?=[^>]* nonce="${nonce}")[^>]*>(.*?)</script>`, 'gs'));
  const inline = Array.from(scripts, ([, script = '']) => script).filter(Boolean);
  const hashes = new Set(inline.map((script) => `'sha256-${hashOf(script)}'`));
  return {
    ...page,
    headers: { ...page.headers, 'content-security-policy': policy.replace(`'nonce-${nonce}'`, [...hashes].join(' ')) },
    body: Buffer.from(html.replaceAll(` nonce="${nonce}"`, '')),
  };
}

const hashOf = (script: string) => createHash('sha256').update(script).digest('base64');

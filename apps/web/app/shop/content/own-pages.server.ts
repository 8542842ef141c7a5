import { getPublishedPage } from '@shop/contracts/content/operations';
import type { Page } from '@shop/contracts/content/schema';
import { apiFor, type CallResult } from '#lib/api.server.ts';

/** Short: a built-in page can be rendered without it. */
const DEADLINE_MS = 1_000;
/** Unknown, or no slug at all. */
const NO_SUCH_PAGE = [404, 414, 422];

/** What the API last returned: shown while it is unavailable. As many entries as the store has published pages. */
const lastPublished = new Map<string, Page>();

/** The text that the owner has published; a problem if there is none. */
export async function findPublishedPage(request: Request, slug: string): Promise<CallResult<Page>> {
  const found = await apiFor(request, { deadlineMs: DEADLINE_MS }).call(getPublishedPage, { params: { slug } });
  if (found.ok) {
    lastPublished.set(slug, found.value);
    return found;
  }
  const last = lastPublished.get(slug);
  if (last && !NO_SUCH_PAGE.includes(found.problem.status)) return { ok: true, value: last, cookies: [] };
  lastPublished.delete(slug);
  return found;
}

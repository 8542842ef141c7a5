import { type ContentPath, contentPages } from '@shop/contracts/content/messages';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import about from '../../../content/about.md?raw';
import contact from '../../../content/contact.md?raw';
import faq from '../../../content/faq.md?raw';
import privacy from '../../../content/privacy.md?raw';
import shipping from '../../../content/shipping.md?raw';
import support from '../../../content/support.md?raw';
import terms from '../../../content/terms.md?raw';
import { readArticle } from './markdown.ts';
import { fillPlaceholders, placeholdersOf } from './placeholders.ts';

const PAGES: Record<ContentPath, string> = {
  '/about': about,
  '/contact': contact,
  '/faq': faq,
  '/privacy': privacy,
  '/shipping': shipping,
  '/support': support,
  '/terms': terms,
};

/** The content page at this URL, with prices and currency from the store settings. */
export function articleAt({ pathname }: URL, settings: PublicStoreSettings) {
  const path = pathname.replace(/\/$/, '');
  if (!isContentPath(path)) throw new Error(`No content page at ${pathname}.`);
  const article = readArticle(fillPlaceholders(PAGES[path], placeholdersOf(settings)));
  return { path, ...contentPages[path], article };
}

const isContentPath = (path: string): path is ContentPath => path in PAGES;

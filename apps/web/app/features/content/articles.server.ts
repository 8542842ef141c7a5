import { type ContentPath, contentPages } from '@shop/contracts/content/messages';
import about from '../../../content/about.md?raw';
import contact from '../../../content/contact.md?raw';
import faq from '../../../content/faq.md?raw';
import privacy from '../../../content/privacy.md?raw';
import shipping from '../../../content/shipping.md?raw';
import support from '../../../content/support.md?raw';
import terms from '../../../content/terms.md?raw';
import type { Article } from './article.ts';
import { readArticle } from './markdown.ts';

/** Parsed once, when the server starts: unsupported content stops the start. */
const ARTICLES: Record<ContentPath, Article> = {
  '/about': readArticle(about),
  '/contact': readArticle(contact),
  '/faq': readArticle(faq),
  '/privacy': readArticle(privacy),
  '/shipping': readArticle(shipping),
  '/support': readArticle(support),
  '/terms': readArticle(terms),
};

export function articleAt({ pathname }: URL) {
  const path = pathname.replace(/\/$/, '');
  if (!isContentPath(path)) throw new Error(`No content page at ${pathname}.`);
  return { path, ...contentPages[path], article: ARTICLES[path] };
}

const isContentPath = (path: string): path is ContentPath => path in ARTICLES;

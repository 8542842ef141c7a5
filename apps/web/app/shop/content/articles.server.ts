import type { PageText } from '@shop/contracts/content/admin-schema';
import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { pagePath } from '@shop/contracts/content/constants';
import { type ContentPath, contentPages } from '@shop/contracts/content/messages';
import { placeholderError } from '@shop/contracts/content/placeholders';
import type { Page } from '@shop/contracts/content/schema';
import type { PublicStoreSettings } from '@shop/contracts/settings/schema';
import contact from '../../../content/contact.md?raw';
import support from '../../../content/support.md?raw';
import type { Article } from './article-content.ts';
import { readArticle, readOwnArticle } from './markdown.ts';
import { fillPlaceholders, placeholdersOf } from './placeholders.ts';

const PAGES: Record<ContentPath, string> = {
  '/about': BUILT_IN_PAGES.about.body,
  '/contact': contact,
  '/faq': BUILT_IN_PAGES.faq.body,
  '/privacy': BUILT_IN_PAGES.privacy.body,
  '/shipping': BUILT_IN_PAGES.shipping.body,
  '/support': support,
  '/terms': BUILT_IN_PAGES.terms.body,
};

/** The last parsed text of each page: it changes only with the store settings, or when the owner publishes another. */
const parsedPages = new Map<string, { markdown: string; article: Article }>();

function parseOnce(path: string, markdown: string, parse: (markdown: string) => Article) {
  const parsed = parsedPages.get(path);
  if (parsed?.markdown === markdown) return parsed.article;
  const article = parse(markdown);
  parsedPages.set(path, { markdown, article });
  return article;
}

/** The built-in content page at this URL, with prices and currency from the store settings. */
export function articleAt({ pathname }: URL, settings: PublicStoreSettings) {
  const path = pathname.replace(/\/$/, '');
  if (!isContentPath(path)) throw new Error(`No content page at ${pathname}.`);
  const article = parseOnce(path, fillPlaceholders(PAGES[path], markdownValues(settings)), readArticle);
  const { title, description } = contentPages[path];
  return { path, title, description: description(settings.storeName), article };
}

/** A page that the owner has published. */
export function publishedArticle({ slug, title, description, body }: Page, settings: PublicStoreSettings) {
  const path = pagePath(slug);
  const article = parseOnce(path, fillOwnText(body, settings), readOwnArticle);
  return { path, title, description: description || title, article: withHeading(article, title) };
}

/** A text that is not public: a draft or an older version. */
export const previewArticle = ({ title, body }: PageText, settings: PublicStoreSettings) =>
  withHeading(readOwnArticle(fillOwnText(body, settings)), title);

/** A text published by an older release may have a placeholder that this one lacks: it is shown as it was typed. */
const fillOwnText = (body: string, settings: PublicStoreSettings) =>
  placeholderError(body) ? body : fillPlaceholders(body, markdownValues(settings));

/** The store's name is text: its punctuation is no Markdown. */
const markdownValues = (settings: PublicStoreSettings) => ({
  ...placeholdersOf(settings),
  storeName: settings.storeName.replace(/[!-/:-@[-`{-~]/g, '\\$&'),
});

/** A text without a heading of its own has the title of its page. */
const withHeading = (article: Article, title: string): Article => ({ ...article, heading: article.heading || title });

const isContentPath = (path: string): path is ContentPath => path in PAGES;

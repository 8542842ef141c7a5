import { STORE_NAME } from '../common/constants.ts';
import type { PageText } from './admin-schema.ts';
import { aboutText } from './built-in/about.ts';
import { faqText } from './built-in/faq.ts';
import { privacyText } from './built-in/privacy.ts';
import { shippingText } from './built-in/shipping.ts';
import { termsText } from './built-in/terms.ts';
import type { BuiltInSlug } from './constants.ts';
import { type ContentPath, contentPages } from './messages.ts';

const builtIn = (path: ContentPath, body: string): PageText => {
  const { title, description } = contentPages[path];
  return { title, description: description(STORE_NAME), body };
};

/** What a store shows until its owner publishes another text. */
export const BUILT_IN_PAGES: Record<BuiltInSlug, PageText> = {
  about: builtIn('/about', aboutText),
  faq: builtIn('/faq', faqText),
  shipping: builtIn('/shipping', shippingText),
  terms: builtIn('/terms', termsText),
  privacy: builtIn('/privacy', privacyText),
};

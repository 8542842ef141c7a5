import type { PageText } from './admin-schema.ts';
import { aboutText } from './built-in/about.ts';
import { faqText } from './built-in/faq.ts';
import { privacyText } from './built-in/privacy.ts';
import { shippingText } from './built-in/shipping.ts';
import { termsText } from './built-in/terms.ts';
import type { BuiltInSlug } from './constants.ts';
import { contentPages } from './messages.ts';

/** What a store shows until its owner publishes another text. */
export const BUILT_IN_PAGES: Record<BuiltInSlug, PageText> = {
  about: { ...contentPages['/about'], body: aboutText },
  faq: { ...contentPages['/faq'], body: faqText },
  shipping: { ...contentPages['/shipping'], body: shippingText },
  terms: { ...contentPages['/terms'], body: termsText },
  privacy: { ...contentPages['/privacy'], body: privacyText },
};

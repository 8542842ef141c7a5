import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import type { BlockTexts } from '#shop/catalog/section-heading.tsx';
import { NewsletterForm } from '#shop/newsletter/newsletter-form.tsx';

export function NewsletterPanel({ texts }: { texts: BlockTexts }) {
  return (
    <section aria-labelledby="newsletter" className="bg-pearl">
      <div className="page-width grid gap-6 py-10 tablet:grid-cols-2 tablet:items-center tablet:gap-12 desktop:py-12">
        <div className="min-w-0 wrap-anywhere">
          <p className="eyebrow">{texts.eyebrow || newsletterMessages.title}</p>
          <h2 id="newsletter" className="mt-2 font-display text-h2">
            {texts.heading || newsletterMessages.heading}
          </h2>
          <p className="mt-3 text-ink-soft">{texts.text || newsletterMessages.invitation}</p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  );
}

import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx';
import type { BlockTexts } from './section-heading.tsx';

export function NewsletterPanel({ texts }: { texts: BlockTexts }) {
  return (
    <section aria-labelledby="newsletter" className="page-width section-rhythm">
      <div className="grid gap-6 rounded-card border border-line p-6 tablet:grid-cols-2 tablet:items-center tablet:gap-12 tablet:p-8 desktop:p-12">
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

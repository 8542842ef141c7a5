import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx';

export function NewsletterPanel() {
  return (
    <section aria-labelledby="newsletter" className="page-width section-rhythm">
      <div className="grid gap-6 rounded-card border border-line p-6 tablet:grid-cols-2 tablet:items-center tablet:gap-12 tablet:p-8 desktop:p-12">
        <div>
          <p className="eyebrow">{newsletterMessages.title}</p>
          <h2 id="newsletter" className="mt-2 font-display text-h2">
            {newsletterMessages.heading}
          </h2>
          <p className="mt-3 text-ink-soft">{newsletterMessages.invitation}</p>
        </div>
        <NewsletterForm />
      </div>
    </section>
  );
}

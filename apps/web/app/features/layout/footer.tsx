import { STORE_NAME } from '@shop/contracts/common/constants';
import { footerMessages } from '@shop/contracts/layout/messages';
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { Link } from 'react-router';
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx';
import { Mark } from '#ui/mark.tsx';

const COLUMNS = [
  {
    title: footerMessages.shop,
    links: [
      { to: '/products', label: footerMessages.allProducts },
      { to: '/categories', label: footerMessages.categories },
    ],
  },
  {
    title: footerMessages.company,
    links: [
      { to: '/about', label: footerMessages.about },
      { to: '/contact', label: footerMessages.contact },
    ],
  },
  {
    title: footerMessages.help,
    links: [
      { to: '/track-order', label: footerMessages.trackOrder },
      { to: '/faq', label: footerMessages.faq },
      { to: '/shipping', label: footerMessages.shipping },
      { to: '/support', label: footerMessages.support },
    ],
  },
  {
    title: footerMessages.legal,
    links: [
      { to: '/terms', label: footerMessages.terms },
      { to: '/privacy', label: footerMessages.privacy },
    ],
  },
];

export function Footer({ chargeCurrency }: { chargeCurrency?: string }) {
  return (
    <footer className="on-dark bg-violet-deep text-paper">
      <div className="page-width">
        <section
          aria-labelledby="footer-newsletter"
          className="grid gap-6 border-mauve-deep border-b py-12 tablet:grid-cols-2 tablet:gap-12 desktop:py-16"
        >
          <div>
            <h2 id="footer-newsletter" className="font-display text-h2">
              {footerMessages.newsletter}
            </h2>
            <p className="mt-2 max-w-[44ch] text-blush">{newsletterMessages.invitation}</p>
          </div>
          <NewsletterForm />
        </section>
        <div className="grid gap-12 py-12 desktop:grid-cols-[1fr_2fr] desktop:py-16">
          <div>
            <p className="flex items-center gap-2 font-display text-wordmark">
              <Mark className="size-7 text-blush-deep" />
              {STORE_NAME}
            </p>
            <p className="mt-4 max-w-[36ch] text-small text-blush">{footerMessages.tagline}</p>
          </div>
          <FooterLinks />
        </div>
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-mauve-deep border-t py-6 text-small text-blush">
          <p>{footerMessages.copyright}</p>
          {chargeCurrency && <p>{footerMessages.currency(chargeCurrency)}</p>}
        </div>
      </div>
    </footer>
  );
}

function FooterLinks() {
  return (
    <nav aria-label={footerMessages.navigation} className="grid grid-cols-2 gap-x-6 gap-y-8 tablet:grid-cols-4">
      {COLUMNS.map(({ title, links }) => (
        <div key={title}>
          <h2 className="text-small font-semibold">{title}</h2>
          <ul className="mt-2">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center text-small text-blush underline-offset-4 hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

import type { SiteContent } from '@shop/contracts/content/home-schema';
import { footerMessages } from '@shop/contracts/layout/messages';
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { Link } from 'react-router';
import { NewsletterForm } from '#features/newsletter/newsletter-form.tsx';
import { sellerAddress, useStoreIdentity } from '#lib/store/identity.ts';
import { StoreMark } from './store-mark.tsx';

type FooterProps = { columns: SiteContent['footer']; chargeCurrency?: string };

export function Footer({ columns, chargeCurrency }: FooterProps) {
  const store = useStoreIdentity();
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
              <StoreMark logo={store.logo} className="size-7 shrink-0 text-blush-deep" />
              <span className="min-w-0 wrap-anywhere">{store.storeName}</span>
            </p>
            <p className="mt-4 max-w-[36ch] text-small text-blush">{footerMessages.tagline}</p>
            <Seller />
          </div>
          <FooterLinks columns={columns} />
        </div>
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-mauve-deep border-t py-6 text-small text-blush">
          <p>{footerMessages.copyright(store.storeName)}</p>
          {chargeCurrency && <p>{footerMessages.currency(chargeCurrency)}</p>}
        </div>
      </div>
    </footer>
  );
}

/** Contact and legal name, as far as the owner has entered them. */
function Seller() {
  const store = useStoreIdentity();
  const { contactEmail, contactPhone, legalName } = store;
  const lines = [legalName, ...sellerAddress(store), contactPhone].filter(Boolean);
  if (lines.length === 0 && !contactEmail) return null;
  return (
    <address className="mt-4 text-small text-blush not-italic wrap-anywhere">
      <span className="block whitespace-pre-line">{lines.join('\n')}</span>
      {contactEmail && (
        <a href={`mailto:${contactEmail}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {contactEmail}
        </a>
      )}
    </address>
  );
}

function FooterLinks({ columns }: Pick<FooterProps, 'columns'>) {
  return (
    <nav aria-label={footerMessages.navigation} className="grid grid-cols-2 gap-x-6 gap-y-8 tablet:grid-cols-4">
      {columns.map(({ title, links }) => (
        <div key={title}>
          <h2 className="text-small font-semibold">{title}</h2>
          <ul className="mt-2">
            {links.map(({ href, label }) => (
              <li key={`${href} ${label}`}>
                <Link
                  to={href}
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

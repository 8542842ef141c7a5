import type { SiteContent, SiteLink } from '@shop/contracts/content/home-schema';
import { footerMessages } from '@shop/contracts/layout/messages';
import { newsletterMessages } from '@shop/contracts/newsletter/messages';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { sellerAddress, useStoreProfile } from '#lib/store-profile.ts';
import { NewsletterForm } from '#shop/newsletter/newsletter-form.tsx';
import { StoreMark } from './store-mark.tsx';

type FooterProps = { columns: SiteContent['footer']; chargeCurrency?: string };

export function Footer({ columns, chargeCurrency }: FooterProps) {
  const store = useStoreProfile();
  return (
    <footer className="on-dark bg-violet-deep text-paper">
      <div className="page-width">
        <section
          aria-labelledby="footer-newsletter"
          className="footer-newsletter grid items-center gap-x-12 gap-y-3 border-mauve-deep border-b py-5 tablet:grid-cols-[1fr_minmax(0,26rem)]"
        >
          <div className="text-small">
            <h2 id="footer-newsletter" className="font-semibold">
              {newsletterMessages.heading}
            </h2>
            <p className="text-blush">{newsletterMessages.invitation}</p>
          </div>
          <NewsletterForm inline />
        </section>
        <div className="grid gap-x-12 gap-y-6 py-8 desktop:grid-cols-[3fr_8fr] desktop:pb-5">
          <div>
            <p className="flex items-center gap-2 font-display text-wordmark">
              <StoreMark logo={store.logo} className="size-7 shrink-0 text-blush-deep" />
              <span className="min-w-0 wrap-anywhere">{store.storeName}</span>
            </p>
            <p className="mt-3 max-w-[36ch] text-small text-blush">{footerMessages.tagline}</p>
            <Seller />
          </div>
          <FooterLinks columns={columns} />
        </div>
        <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 border-mauve-deep border-t py-4 text-small text-blush">
          <p>{footerMessages.copyright(store.storeName)}</p>
          {chargeCurrency && <p>{footerMessages.currency(chargeCurrency)}</p>}
        </div>
      </div>
    </footer>
  );
}

/** Contact and legal name, as far as the owner has entered them. */
function Seller() {
  const store = useStoreProfile();
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

/** Columns, on phones folded. */
function FooterLinks({ columns }: Pick<FooterProps, 'columns'>) {
  return (
    <nav aria-label={footerMessages.navigation}>
      <div className="tablet:hidden">
        {columns.map(({ title, links }) => (
          <details key={title} className="group border-mauve-deep border-t">
            <summary className="flex min-h-13 items-center justify-between gap-4 text-small font-semibold">
              {title}
              <ChevronDown
                aria-hidden
                className="size-5 shrink-0 text-blush transition-transform group-open:rotate-180"
                strokeWidth={1.5}
              />
            </summary>
            <LinkList links={links} className="grid grid-cols-2 gap-x-6 pb-3" />
          </details>
        ))}
      </div>
      <div className="grid grid-cols-4 gap-x-6 gap-y-8 max-tablet:hidden">
        {columns.map(({ title, links }) => (
          <div key={title}>
            <h2 className="text-small font-semibold">{title}</h2>
            <LinkList links={links} className="mt-1" />
          </div>
        ))}
      </div>
    </nav>
  );
}

function LinkList({ links, className }: { links: SiteLink[]; className: string }) {
  return (
    <ul className={className}>
      {links.map(({ href, label }) => (
        <li key={`${href} ${label}`}>
          <Link
            to={href}
            className="inline-flex min-h-11 items-center text-small text-blush underline-offset-4 hover:underline tablet:pointer-fine:min-h-9 desktop:pointer-fine:min-h-8"
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

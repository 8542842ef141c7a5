import { homeMessages } from '@shop/contracts/home/messages';
import { Link } from 'react-router';
import type { BlockTexts } from '#shop/catalog/section-heading.tsx';

/** A row of names, which needs no visible heading unless the store has one. */
export function BrandLinks({ brands, texts }: { brands: string[]; texts: BlockTexts }) {
  if (brands.length === 0) return null;
  return (
    <section aria-labelledby="brands" className="page-width section-rhythm section-stack">
      {texts.eyebrow && <p className="eyebrow">{texts.eyebrow}</p>}
      <h2 id="brands" className={texts.heading ? 'mt-2 font-display text-h2' : 'sr-only'}>
        {texts.heading || homeMessages.brands}
      </h2>
      {texts.text && <p className="mt-3 max-w-[60ch] text-ink-soft">{texts.text}</p>}
      <ul className="grid grid-cols-2 gap-x-6 gap-y-2 tablet:flex tablet:flex-wrap tablet:justify-between">
        {brands.map((name) => (
          <li key={name} className="min-w-0">
            <Link
              to={`/products?brand=${encodeURIComponent(name)}`}
              className="flex min-h-15 items-center font-display text-ink-soft text-tile transition-colors wrap-anywhere hover:text-violet"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { listMessages } from '@shop/contracts/catalog/list-messages';
import { sizeGuideMessages } from '@shop/contracts/catalog/size-guide/messages';
import { Ruler } from 'lucide-react';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import type { CardProduct } from './product-card.tsx';

const PHONE_COLUMNS = 2;
const COLUMNS = 3;
/** By the products in the last row, from tablets on. */
const SPANS = ['tablet:hidden', 'tablet:col-span-2', 'tablet:col-span-1'];

/** An item of the grid that fills the empty end of its last row, in lists whose products mostly have sizes. */
export function SizeHelp({ products }: { products: CardProduct[] }) {
  const { length: count } = products;
  const sized = products.filter(({ onlyOption }) => onlyOption && /size/i.test(onlyOption.name)).length;
  if (sized * 2 < count) return null;
  return (
    <li
      className={classes(
        'flex flex-col items-start justify-center gap-3 rounded-card bg-blush p-4 tablet:p-8',
        count % PHONE_COLUMNS === 0 && 'max-tablet:hidden',
        SPANS[count % COLUMNS],
      )}
    >
      <Ruler aria-hidden className="size-6 text-mauve-deep" strokeWidth={1.5} />
      <p className="font-display text-h2">{listMessages.sizeHelp}</p>
      <p className="max-w-[44ch] text-ink-soft max-tablet:text-small">{listMessages.sizeHelpText}</p>
      <ButtonLink to="/size-guide" look="secondary" className="max-tablet:px-4">
        {sizeGuideMessages.title}
      </ButtonLink>
    </li>
  );
}

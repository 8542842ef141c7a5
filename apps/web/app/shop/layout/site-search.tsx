import { searchMessages } from '@shop/contracts/catalog/search-messages';
import { Search } from 'lucide-react';
import { useRef } from 'react';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import { SearchBox } from './search-box.tsx';

const ID = 'site-search';
const PANEL = classes(
  'top-[60px] bottom-auto w-full border-line border-b p-4 shadow-2 tablet:top-[72px]',
  // Not while open: a rotated phone keeps the panel until it is closed.
  'tablet:not-open:static tablet:not-open:block tablet:not-open:w-64 desktop:not-open:w-80 tablet:not-open:overflow-visible',
  'tablet:not-open:border-0 tablet:not-open:p-0 tablet:not-open:shadow-none',
);

/** One search box: in the header on wide screens, behind a button on phones. */
export function SiteSearch() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton icon={Search} label={searchMessages.open} popoverTarget={ID} className="-mr-2.5 tablet:hidden" />
      <Popover id={ID} label={searchMessages.submit} onOpen={() => field.current?.focus()} className={PANEL}>
        <SearchBox field={field} />
      </Popover>
    </>
  );
}

import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import { Circle } from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { classes } from '#ui/classes.ts';
import { counterOf, isCurrent } from './menu.ts';
import { MENU_ICONS } from './menu-icons.ts';

const LINE =
  'group/entry relative flex w-full items-center gap-[11px] rounded-control pr-12 pl-2.5 font-medium text-paper/90 text-small transition-colors hover:bg-paper/10 hover:text-paper aria-[current=page]:bg-paper/[0.13] aria-[current=page]:font-semibold aria-[current=page]:text-paper';
/** A bar at the edge of the sidebar. */
const CURRENT_BAR =
  "aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-[5px] aria-[current=page]:before:-left-3 aria-[current=page]:before:w-[3px] aria-[current=page]:before:rounded-r-image aria-[current=page]:before:bg-blush-deep aria-[current=page]:before:content-['']";

type MenuEntryProps = {
  path: string;
  label: string;
  covers?: readonly string[];
  counts: MenuCounts | null;
  inDrawer: boolean;
};

/** The counter describes the link and is not part of its name. */
export function MenuEntry({ path, label, covers, counts, inDrawer }: MenuEntryProps) {
  const counterId = useId();
  const { pathname } = useLocation();
  const counter = counterOf(path, counts);
  const Icon = MENU_ICONS[path] ?? Circle;
  return (
    <li className="relative">
      <Link
        to={path}
        aria-current={isCurrent(pathname, { path, covers }) ? 'page' : undefined}
        aria-describedby={counter && counterId}
        className={classes(LINE, CURRENT_BAR, inDrawer ? 'h-10' : 'h-8 desktop:low:h-[23px] desktop:low:text-[13.5px]')}
      >
        <Icon
          aria-hidden
          className="size-4 shrink-0 text-mauve group-aria-[current=page]/entry:text-blush-deep"
          strokeWidth={1.75}
        />
        {label}
      </Link>
      {counter && (
        <span
          className={classes(
            'pointer-events-none absolute top-1/2 right-2.5 min-w-[22px] -translate-y-1/2 rounded-full px-1.5 text-center font-semibold text-[12px] tabular-nums leading-5',
            counter.urgent ? 'bg-blush-deep text-ink' : 'bg-paper/15 text-paper',
          )}
        >
          <span aria-hidden>{counter.figure}</span>
          <span id={counterId} className="sr-only">
            {counter.text}
          </span>
        </span>
      )}
    </li>
  );
}

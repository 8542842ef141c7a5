import { headerMessages } from '@shop/contracts/layout/messages';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';

type IconLinkProps = { to: string; icon: LucideIcon; label: string; count?: number };

/** As much as a badge has room for. */
export const shortCount = (count: number) => (count > 99 ? '99+' : `${count}`);

/** The count badge overlays the icon, so that nothing shifts when the count loads. */
export function IconLink({ to, icon: Icon, label, count = 0 }: IconLinkProps) {
  const shown = shortCount(count);
  return (
    <Link
      to={to}
      aria-label={count > 0 ? headerMessages.countOf(label, shown) : label}
      title={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-control transition-colors hover:text-violet"
    >
      <Icon aria-hidden className="size-[22px]" strokeWidth={1.5} />
      {count > 0 && (
        <span
          aria-hidden
          className="absolute top-1 right-0 grid h-[18px] min-w-[18px] place-items-center rounded-full bg-violet px-1 font-semibold text-[11px] text-paper leading-none tabular-nums"
        >
          {shown}
        </span>
      )}
    </Link>
  );
}

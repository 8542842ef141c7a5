import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

type IconButtonProps = ComponentProps<'button'> & {
  icon: LucideIcon;
  label: string;
  /** A circle with a thin border, for buttons on images. The touch target of the small one exceeds its edge. */
  round?: 'small' | 'large';
};

const PLAIN = 'size-11 rounded-control hover:text-violet';
const ROUND = 'rounded-full border border-line bg-paper hover:border-line-strong';
const ROUND_SIZES = { small: 'relative size-10 after:absolute after:-inset-1', large: 'size-12' };

/** A button that shows only an icon; `label` is its accessible name and its tooltip. */
export function IconButton({ icon: Icon, label, round, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-grid shrink-0 place-items-center transition-colors',
        round ? `${ROUND} ${ROUND_SIZES[round]}` : PLAIN,
        className,
      )}
    >
      <Icon aria-hidden className="size-[22px]" strokeWidth={1.5} />
    </button>
  );
}

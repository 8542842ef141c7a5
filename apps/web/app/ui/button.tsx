import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';

/** `word` is a word without a box, 44 px high. */
type Look = 'primary' | 'secondary' | 'quiet' | 'word' | 'danger';
type Style = { look?: Look; compact?: boolean };

const LOOKS: Record<Look, string> = {
  primary:
    'bg-violet px-6 text-paper hover:bg-violet-deep on-dark:bg-paper on-dark:text-violet-deep on-dark:hover:bg-blush',
  secondary: 'border border-ink bg-paper px-6 text-ink hover:bg-pearl',
  quiet: 'px-2 text-violet underline-offset-4 hover:underline',
  word: 'text-violet underline-offset-4 hover:underline',
  danger: 'border border-cancelled bg-paper px-6 text-cancelled hover:bg-cancelled hover:text-paper',
};
const OFF = 'border border-line bg-line px-6 text-ink-soft';
const OFF_WORD = 'text-ink-muted';

const styleOf = (look: Look, compact: boolean, off = false) =>
  classes(
    'inline-flex items-center justify-center gap-2 rounded-control text-center text-action font-semibold wrap-normal transition-colors',
    heightOf(look, compact),
    off && (look === 'word' ? OFF_WORD : OFF),
    !off && LOOKS[look],
  );

function heightOf(look: Look, compact: boolean) {
  if (look === 'word') return 'min-h-11';
  return compact ? 'min-h-10 py-2 pointer-coarse:min-h-11' : 'min-h-12 py-3';
}

type ButtonProps = ComponentProps<'button'> & Style & { busy?: boolean; busyLabel?: string };

/** A busy button keeps its width and its focus, and ignores clicks. */
export function Button({
  look = 'primary',
  compact = false,
  busy,
  busyLabel,
  className,
  children,
  ...rest
}: ButtonProps) {
  const ignoreWhileBusy = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : rest.onClick?.(event);

  return (
    <button
      type="button"
      {...rest}
      onClick={ignoreWhileBusy}
      aria-disabled={busy || rest['aria-disabled']}
      className={classes(styleOf(look, compact, busy || rest.disabled), className)}
    >
      {busyLabel ? (
        <span className="grid">
          <span aria-hidden={busy} className="col-start-1 row-start-1 aria-hidden:invisible">
            {children}
          </span>
          <span aria-hidden={!busy} className="col-start-1 row-start-1 aria-hidden:invisible">
            {busyLabel}
          </span>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({
  look = 'primary',
  compact = false,
  className,
  ...rest
}: ComponentProps<typeof Link> & Style) {
  return <Link {...rest} className={classes(styleOf(look, compact), className)} />;
}

const SURFACE =
  'z-30 rounded-card border border-line bg-paper p-2 text-ink shadow-2 max-desktop:fixed max-desktop:inset-x-4 max-desktop:bottom-4 max-desktop:mx-auto max-desktop:max-h-[calc(100dvh-2rem)] max-desktop:max-w-sm max-desktop:overflow-y-auto desktop:absolute desktop:top-full desktop:mt-1.5';

/** The content of a `details`: a popover below its summary, and a sheet at the bottom of smaller screens. */
export const POPOVER = `${SURFACE} desktop:left-0 desktop:w-60`;
/** Aligned with the right edge of its summary. */
export const POPOVER_END = `${SURFACE} desktop:right-0 desktop:w-72`;

/** A line with a checkbox or a radio button in a popover. */
export const POPOVER_CHOICE =
  'flex min-h-9 items-center gap-2.5 rounded-control px-2 hover:bg-pearl max-desktop:min-h-11';

export const CHIP =
  'inline-flex h-[30px] list-none items-center gap-1.5 whitespace-nowrap rounded-control border px-2.5 text-[13px] max-tablet:h-10';
/** Dashed: a filter that can be set. */
export const CHIP_OFF = 'border-line-strong border-dashed font-medium text-ink-soft hover:text-ink';
export const CHIP_ON = 'border-mauve bg-violet-tint pr-8 font-medium text-violet-deep max-tablet:pr-10';

export const ICON_SUMMARY =
  'grid size-9 list-none place-items-center rounded-control text-ink-soft hover:bg-pearl hover:text-ink max-tablet:size-11';

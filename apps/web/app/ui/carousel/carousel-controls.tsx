import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { Carousel } from './use-carousel.ts';

type CarouselTexts = {
  next: string;
  previous: string;
  pause: string;
  play: string;
  goTo: (position: number) => string;
};
type ControlsProps = { carousel: Carousel; count: number; texts: CarouselTexts; centered?: boolean };

/** Hidden without JavaScript, where all slides are visible. */
export function CarouselControls({ carousel, count, texts, centered }: ControlsProps) {
  const { active, autoplay, goTo, next, previous, toggle } = carousel;
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-1 noscript:hidden',
        centered ? 'justify-center' : '-ml-[11px]',
      )}
    >
      <IconButton icon={autoplay ? Pause : Play} label={autoplay ? texts.pause : texts.play} onClick={toggle} />
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies a dot.
          key={index}
          type="button"
          aria-label={texts.goTo(index + 1)}
          aria-current={index === active || undefined}
          onClick={() => goTo(index)}
          className="group grid h-11 w-8 place-items-center pointer-coarse:w-11"
        >
          <span className="size-2 rounded-full bg-line-strong transition-colors group-hover:bg-violet group-aria-current:w-6 group-aria-current:bg-violet" />
        </button>
      ))}
      <IconButton icon={ChevronLeft} label={texts.previous} onClick={previous} className="ml-2" />
      <IconButton icon={ChevronRight} label={texts.next} onClick={next} />
    </div>
  );
}

import { type FocusEvent, type TouchEvent, useEffect, useRef, useState } from 'react';

const SWIPE_PX = 40;
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/**
 * One slide at a time, with autoplay, which pauses on hover and focus and does not start if the user prefers reduced
 * motion.
 */
export function useCarousel({ count, intervalMs }: { count: number; intervalMs: number }) {
  const [active, setActive] = useState(0);
  const [ready, setReady] = useState(false);
  const [autoplay, setAutoplay] = useState(true);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const touchStart = useRef(0);

  const goTo = (index: number) => setActive((index + count) % count);
  const playing = ready && autoplay && !hovered && !focused && count > 1;

  useEffect(() => {
    setReady(true);
    if (window.matchMedia(REDUCED_MOTION).matches) setAutoplay(false);
  }, []);

  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(() => setActive((active + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [playing, count, intervalMs, active]);

  return {
    active,
    /** False on the server and without JavaScript, where every slide must stay reachable. */
    ready,
    playing,
    autoplay,
    goTo,
    next: () => goTo(active + 1),
    previous: () => goTo(active - 1),
    toggle: () => setAutoplay((before) => !before),
    pauseHandlers: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    },
    swipeHandlers: {
      onTouchStart: (event: TouchEvent) => {
        touchStart.current = event.touches[0]?.clientX ?? 0;
      },
      onTouchEnd: (event: TouchEvent) => {
        const travel = (event.changedTouches[0]?.clientX ?? 0) - touchStart.current;
        if (Math.abs(travel) > SWIPE_PX) goTo(active + (travel < 0 ? 1 : -1));
      },
    },
  };
}
export type Carousel = ReturnType<typeof useCarousel>;

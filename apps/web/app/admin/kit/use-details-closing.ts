import { type RefObject, useEffect } from 'react';

/** Escape closes an open popover of the list and returns the focus; so does a click elsewhere, which moves the focus. */
export function useDetailsClosing(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const openDetails = () => [...(list.current?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])];
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      for (const details of openDetails()) {
        const hadFocus = details.contains(document.activeElement);
        details.open = false;
        if (hadFocus) details.querySelector('summary')?.focus();
      }
    };
    const closeOnClick = ({ target }: MouseEvent) => {
      for (const details of openDetails())
        if (target instanceof Node && !details.contains(target)) details.open = false;
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('click', closeOnClick);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('click', closeOnClick);
    };
  }, [list]);
}

import { type RefObject, useEffect } from 'react';

const CONTROLS = 'a, button, input, label, select, textarea, summary, details, dialog';
const STEPS: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const linkIn = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('[data-row-link]');
/** Rows without a page of their own are reached by their first link. */
const focusTarget = (row: Element | null | undefined) => linkIn(row) ?? row?.querySelector<HTMLElement>('a');
const checkboxIn = (row: Element | null | undefined) => row?.querySelector<HTMLInputElement>('[data-select]');

/**
 * A click anywhere in a row opens it. While the focus is in the list, J and K or the arrow keys move between rows,
 * Space selects and Enter opens; the down arrow leads from the search field to the first row. Single keys work only in
 * the list (WCAG 2.1.4).
 */
export function useRowNavigation(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    element.addEventListener('click', openClickedRow);
    element.addEventListener('keydown', handleKey);
    return () => {
      element.removeEventListener('click', openClickedRow);
      element.removeEventListener('keydown', handleKey);
    };
  }, [list]);
}

function openClickedRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return;
  // A double click or a drag selects text.
  if (window.getSelection()?.toString()) return;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  linkIn(target.closest('tbody tr'))?.dispatchEvent(click);
}

function handleKey(event: KeyboardEvent) {
  const { target, currentTarget, key } = event;
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest('dialog, details[open]')) return;

  const isSearch = target.matches('input[type="search"]');
  if (isSearch ? key !== 'ArrowDown' : target.matches('input:not([data-select]), select, textarea')) return;
  const rows = [...currentTarget.querySelectorAll('tbody tr')];
  const place = rows.findIndex((row) => row.contains(target));
  const step = STEPS[key];
  // Elsewhere in the list, for example on a heading, the arrow keys scroll.
  if (place < 0 && !isSearch && key.startsWith('Arrow')) return;
  if (step !== undefined) return act(event, focusTarget(rows[Math.max(0, place + step)]), (link) => link.focus());

  const row = rows[place];
  if (key === ' ' && target.matches('[data-row-link]')) return act(event, checkboxIn(row), (box) => box.click());
  if (key === 'Enter' && target.matches('[data-select]')) return act(event, linkIn(row), (link) => link.click());
}

/** Replaces the default action of the key, if there is something to act on. */
function act<T>(event: KeyboardEvent, target: T | null | undefined, run: (target: T) => void) {
  if (!target) return;
  event.preventDefault();
  run(target);
}

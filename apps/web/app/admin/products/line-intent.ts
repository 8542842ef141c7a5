import type { MouseEvent } from 'react';

/** A button that edits a list: with JavaScript in the browser; without, it submits the form and the server does. */
export const lineIntent = (intent: string, edit: () => void) => ({
  type: 'submit' as const,
  name: 'intent',
  value: intent,
  onClick(event: MouseEvent) {
    event.preventDefault();
    edit();
  },
});

/** The list with one of its lines at another place; unchanged where that is none. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const line = list[from];
  return line === undefined || to < 0 || to >= list.length ? list : list.toSpliced(from, 1).toSpliced(to, 0, line);
}

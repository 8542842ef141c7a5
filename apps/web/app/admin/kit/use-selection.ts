import { type RefObject, useEffect, useState } from 'react';

/** The number of selected rows. The checkboxes keep the selection themselves, so that it works without JavaScript. */
export function useSelection(list: RefObject<HTMLElement | null>, rows: unknown[]) {
  const [selected, setSelected] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other checkboxes.
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const count = () => setSelected(element.querySelectorAll('[data-select]:checked').length);
    // The event comes before the reset; no row is selected by default.
    const clear = () => setSelected(0);
    count();
    element.addEventListener('change', count);
    element.addEventListener('reset', clear);
    return () => {
      element.removeEventListener('change', count);
      element.removeEventListener('reset', clear);
    };
  }, [rows]);

  return selected;
}

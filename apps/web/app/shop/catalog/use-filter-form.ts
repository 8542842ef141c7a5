import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { filterFromForm, type ProductFilter, searchOf } from './product-filter.ts';

/** Long enough to step past a radio button with the arrow keys, short enough to feel immediate. */
const DEBOUNCE_MS = 200;

/** Synchronizes form and URL: a change of the form navigates to its URL, a new URL fills the form. */
export function useFilterForm(choice: ProductFilter, path: string) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<string>(undefined);
  const navigate = useNavigate();
  const search = searchOf(choice);

  const apply = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (form.current) void navigate(path + searchOf(filterFromForm(form.current)));
  };
  const applySoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(apply, DEBOUNCE_MS);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on a new URL only.
  useEffect(() => {
    const filters = form.current;
    if (!filters || shown.current === search) return;
    const firstTime = shown.current === undefined;
    shown.current = search;
    // A filter chosen before hydration is newer than the URL and has yet to be applied.
    if (firstTime && searchOf(filterFromForm(filters)) !== search) apply();
    else if (timer.current === undefined) fill(filters, choice);
  }, [search]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return { form, apply, applySoon };
}

/** React updates the default of every checkbox and radio button from the URL, but not of a select. */
function fill(form: HTMLFormElement, { sortBy }: ProductFilter) {
  form.reset();
  const sort = form.elements.namedItem('sortBy');
  if (sort instanceof HTMLSelectElement) sort.value = sortBy;
}

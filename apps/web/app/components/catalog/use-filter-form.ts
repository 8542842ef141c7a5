import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { filterFromForm, type ProductFilter, searchOf } from '#lib/product-filter.ts';

/** Long enough to walk past a radio with the arrow keys, short enough to feel at once. */
const DEBOUNCE_MS = 200;

/** Keeps form and address in step: a change in the form leads to its address, a new address fills the form. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address, and nothing else.
  useEffect(() => {
    const filters = form.current;
    if (!filters || shown.current === search) return;
    const firstTime = shown.current === undefined;
    shown.current = search;
    // What was chosen before the page woke up is still to be applied; such a choice is newer than any address.
    if (firstTime && searchOf(filterFromForm(filters)) !== search) apply();
    else if (timer.current === undefined) fill(filters, choice);
  }, [search]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return { form, apply, applySoon };
}

/** React has already made the choice of the address the default of every box; a list must be told. */
function fill(form: HTMLFormElement, { sortBy }: ProductFilter) {
  form.reset();
  const sort = form.elements.namedItem('sortBy');
  if (sort instanceof HTMLSelectElement) sort.value = sortBy;
}

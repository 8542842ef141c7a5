import type { ReactNode } from 'react';

/** One component of the UI kit in all its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  const id = name.toLowerCase().replaceAll(' ', '-');
  return (
    <section aria-labelledby={id} className="border-line border-t py-8">
      <h2 id={id} className="mb-6 text-h3">
        {name}
      </h2>
      {children}
    </section>
  );
}

export const LONG =
  'An uncommonly long line of words, such as only a very patient translator or a very thorough jeweler would write, Donaudampfschifffahrtsgesellschaftskapitän included';

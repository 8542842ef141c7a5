import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { PAIRINGS_MAX } from '@shop/contracts/catalog/admin-schema';
import type { suggestProducts } from '@shop/contracts/catalog/operations';
import { X } from 'lucide-react';
import { useState } from 'react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { useSuggestions } from '#shop/layout/use-suggestions.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { lineIntent } from './line-intent.ts';
import type { ProductFormState } from './use-product-form.ts';

/** The products that the product page recommends: found by name, or entered as URL slug or SKU. */
export function Pairings({ form: { typed, errors, edit } }: { form: ProductFormState }) {
  const { pairings } = typed;
  const [search, setSearch] = useState('');
  const hydrated = useHydrated();
  const suggestions = (useSuggestions<typeof suggestProducts>('GET /products/suggestions', search) ?? []).filter(
    ({ slug }) => slug !== typed.slug && !pairings.some((pairing) => pairing.slug === slug),
  );
  const error = Object.entries(errors).find(([field]) => field === 'pairings' || field.startsWith('pairings.'))?.[1];
  // Without the field, the error stands alone.
  const isFull = pairings.length >= PAIRINGS_MAX;

  function add(slug: string, name: string) {
    setSearch('');
    if (slug && !pairings.some((pairing) => pairing.slug === slug)) edit({ pairings: [...pairings, { slug, name }] });
  }
  const addTyped = () => add(search.trim(), search.trim());

  return (
    <Panel title={messages.pairings}>
      <p className="mb-4 text-ink-muted text-small">{messages.pairingsHint}</p>
      {pairings.length === 0 && <p className="text-small">{messages.noPairings}</p>}
      <ul>
        {pairings.map(({ slug, name }, place) => (
          <li key={slug} className="flex items-center justify-between gap-3 border-line border-b">
            <input type="hidden" name="pairings.slug" value={slug} />
            <input type="hidden" name="pairings.name" value={name} />
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <IconButton
              {...lineIntent(`remove-pairing.${place}`, () => edit({ pairings: pairings.toSpliced(place, 1) }))}
              icon={X}
              label={messages.removePairing(name)}
            />
          </li>
        ))}
      </ul>
      {error && isFull && <FieldError>{error}</FieldError>}
      {!isFull && (
        <div className="mt-4 grid gap-3">
          <TextField
            name="pairings.search"
            label={messages.pairingSearch}
            hint={messages.pairingSearchHint}
            value={search}
            error={error}
            autoComplete="off"
            onChange={({ target }) => setSearch(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault(); // by default the whole form is sent
              addTyped();
            }}
          />
          <ul className="flex flex-wrap gap-2">
            {suggestions.map(({ slug, name }) => (
              <li key={slug}>
                <Button look="secondary" compact onClick={() => add(slug, name)}>
                  {messages.addPairingOf(name)}
                </Button>
              </li>
            ))}
            {(search.trim() || !hydrated) && (
              <li>
                <Button {...lineIntent('add-pairing', addTyped)} look="quiet" compact>
                  {messages.addPairing}
                </Button>
              </li>
            )}
          </ul>
        </div>
      )}
    </Panel>
  );
}

import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { X } from 'lucide-react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lineIntent } from './line-intent.ts';
import { emptyLine } from './product-draft.ts';
import type { ProductFormState } from './use-product-form.ts';

export function Specifications({ form: { typed, errors, edit } }: { form: ProductFormState }) {
  const lines = typed.specifications;
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('specifications'))?.[1];
  const change = (place: number, patch: { name?: string; value?: string }) =>
    edit({ specifications: lines.map((line, index) => (index === place ? { ...line, ...patch } : line)) });
  return (
    <Panel title={messages.specifications}>
      <ul className="grid gap-4">
        {lines.map(({ key, name, value }, place) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-3">
            <TextField
              hideLabel
              name="specifications.name"
              label={messages.specificationName(place + 1)}
              value={name}
              onChange={({ target }) => change(place, { name: target.value })}
            />
            <TextField
              hideLabel
              name="specifications.value"
              label={messages.specificationValue(place + 1)}
              value={value}
              onChange={({ target }) => change(place, { value: target.value })}
            />
            <IconButton
              {...lineIntent(`remove-specification.${place}`, () =>
                edit({ specifications: lines.toSpliced(place, 1) }),
              )}
              icon={X}
              label={messages.removeSpecification(place + 1)}
            />
          </li>
        ))}
      </ul>
      {wrong && <FieldError>{wrong}</FieldError>}
      <Button
        {...lineIntent('add-specification', () => edit({ specifications: [...lines, emptyLine()] }))}
        look="secondary"
        className="mt-4"
      >
        {messages.addSpecification}
      </Button>
    </Panel>
  );
}

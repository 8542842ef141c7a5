import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { emptyLine, optionsOf, type ProductFormValues } from './product-draft.ts';
import { renameOption, rowsFor } from './product-variants.ts';
import type { ProductFormState } from './use-product-form.ts';
import { VariantGrid } from './variant-grid.tsx';

const OPTIONS_MAX = 3;

/** Options as typed; on blur the rows of the variant grid are updated. */
export function Options({ form }: { form: ProductFormState }) {
  const { typed, errors, edit } = form;
  const appliedOptions = useRef(optionsOf(typed));
  /** Saved variants keep their ids when their options are removed and added again. */
  const savedVariants = useRef(typed.variants.filter(({ id }) => id));

  function applyOptions(options: ProductFormValues['options']) {
    const named = optionsOf({ options }).filter(({ name, values }) => name && values.length > 0);
    const renamed = named.reduce((rows, option, place) => {
      const before = appliedOptions.current[place];
      return before && named.length === appliedOptions.current.length ? renameOption(rows, before, option) : rows;
    }, typed.variants);
    const removedVariants = savedVariants.current.filter(({ id }) => !renamed.some((row) => row.id === id));
    appliedOptions.current = named;
    edit({ options, variants: rowsFor(named, [...renamed, ...removedVariants]) });
  }
  const change = (place: number, patch: { name?: string; value?: string }) =>
    edit({ options: typed.options.map((line, index) => (index === place ? { ...line, ...patch } : line)) });
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('options'))?.[1];

  return (
    <Panel title={messages.options}>
      <p className="mb-4 text-small text-ink-soft">{messages.optionsHint}</p>
      <ul className="grid gap-4">
        {typed.options.map(({ key, name, value }, place) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-end gap-3">
            <TextField
              label={messages.optionName(place + 1)}
              value={name}
              onChange={({ target }) => change(place, { name: target.value })}
              onBlur={() => applyOptions(typed.options)}
            />
            <TextField
              label={messages.optionValues(place + 1)}
              placeholder={messages.optionValuesHint}
              value={value}
              onChange={({ target }) => change(place, { value: target.value })}
              onBlur={() => applyOptions(typed.options)}
            />
            <IconButton
              icon={X}
              label={messages.removeOption(place + 1)}
              onClick={() => applyOptions(typed.options.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ul>
      {wrong && <FieldError>{wrong}</FieldError>}
      {typed.options.length < OPTIONS_MAX && (
        <Button look="secondary" className="mt-4" onClick={() => edit({ options: [...typed.options, emptyLine()] })}>
          {messages.addOption}
        </Button>
      )}
      {typed.options.length > 0 && <VariantGrid form={form} />}
      {errors.variants && <FieldError>{errors.variants}</FieldError>}
    </Panel>
  );
}

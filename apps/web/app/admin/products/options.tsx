import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { X } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { FieldError, TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { lineIntent } from './line-intent.ts';
import { emptyLine, namedOptions, type ProductFormValues } from './product-draft.ts';
import { rowsAfter, type VariantRow } from './product-variants.ts';
import type { ProductFormState } from './use-product-form.ts';
import { VariantGrid, VariantIdentity } from './variant-grid.tsx';

const OPTIONS_MAX = 3;

/** Options as typed; on blur the rows of the variant grid are updated. */
export function Options({ form }: { form: ProductFormState }) {
  const { typed, errors, edit } = form;
  const appliedOptions = useRef(namedOptions(typed));
  /** Saved variants keep their ids when their options are removed and added again. */
  const savedVariants = useRef(typed.variants.filter(({ id }) => id));

  function applyOptions(options: ProductFormValues['options']) {
    const named = namedOptions({ options });
    const variants = rowsAfter(appliedOptions.current, named, typed.variants, savedVariants.current);
    appliedOptions.current = named;
    edit({ options, variants });
  }
  const change = (place: number, patch: { name?: string; value?: string }) =>
    edit({ options: typed.options.map((line, index) => (index === place ? { ...line, ...patch } : line)) });
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('options'))?.[1];

  return (
    <Panel title={messages.options}>
      <p className="mb-4 text-small text-ink-soft">{messages.optionsHint}</p>
      <input type="hidden" name="options.applied" value={JSON.stringify(namedOptions(typed))} />
      <ul className="grid gap-4">
        {typed.options.map(({ key, name, value }, place) => (
          <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-end gap-3">
            <TextField
              name="options.name"
              label={messages.optionName(place + 1)}
              value={name}
              onChange={({ target }) => change(place, { name: target.value })}
              onBlur={() => applyOptions(typed.options)}
            />
            <TextField
              name="options.value"
              label={messages.optionValues(place + 1)}
              placeholder={messages.optionValuesHint}
              value={value}
              onChange={({ target }) => change(place, { value: target.value })}
              onBlur={() => applyOptions(typed.options)}
            />
            <IconButton
              {...lineIntent(`remove-option.${place}`, () => applyOptions(typed.options.toSpliced(place, 1)))}
              icon={X}
              label={messages.removeOption(place + 1)}
            />
          </li>
        ))}
      </ul>
      {wrong && <FieldError>{wrong}</FieldError>}
      {typed.options.length < OPTIONS_MAX && (
        <Button
          {...lineIntent('add-option', () => edit({ options: [...typed.options, emptyLine()] }))}
          look="secondary"
          className="mt-4"
        >
          {messages.addOption}
        </Button>
      )}
      {typed.options.length > 0 ? <VariantGrid form={form} /> : <HiddenVariants rows={typed.variants} />}
      {errors.variants && <FieldError>{errors.variants}</FieldError>}
    </Panel>
  );
}

/** Without options, the only variant has no row in the grid. */
const HiddenVariants = ({ rows }: { rows: VariantRow[] }) =>
  rows.map((row) => (
    <Fragment key={row.id ?? ''}>
      <VariantIdentity row={row} />
      <input type="hidden" name="variants.sku" value={row.sku} />
      <input type="hidden" name="variants.priceDifference" value={row.priceDifference} />
      <input type="hidden" name="variants.quantity" value={row.quantity} />
    </Fragment>
  ));

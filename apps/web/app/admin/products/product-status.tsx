import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { TriangleAlert } from 'lucide-react';
import { Panel } from '#admin/kit/admin-page.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { statusIn } from './product-draft.ts';
import { findingsIn } from './search-findings.ts';
import type { ProductFormState } from './use-product-form.ts';

const STATUSES = ['published', 'draft', 'archived'] as const;

type ProductStatusProps = {
  form: ProductFormState;
  /** A new product is not judged while it is entered. */
  isExisting: boolean;
};

/** Who can see the product, and what it lacks. */
export function ProductStatus({ form: { typed, edit }, isExisting }: ProductStatusProps) {
  return (
    <Panel title={messages.statusTitle}>
      <SelectField
        label={adminProductMessages.status}
        name="status"
        value={typed.status}
        hint={messages.visibility[typed.status]}
        onChange={({ target }) => edit({ status: statusIn(target.value) })}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {adminProductMessages.statuses[status]}
          </option>
        ))}
      </SelectField>
      {isExisting && <Findings of={findingsIn(typed)} />}
    </Panel>
  );
}

function Findings({ of }: { of: string[] }) {
  if (of.length === 0) return <p className="mt-4 text-ink-soft text-small">{messages.noFindings}</p>;
  return (
    <>
      <h3 className="mt-4 mb-2 font-semibold text-small">{messages.findings}</h3>
      <ul className="grid grid-cols-1 gap-2">
        {of.map((finding) => (
          <li key={finding} className="flex items-start gap-2 text-small">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-pending" strokeWidth={1.5} />
            <span className="min-w-0">{finding}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

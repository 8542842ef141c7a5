import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import { Form, useSearchParams } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { readDoneCode } from './bulk-edit-urls.ts';

/** The result of a bulk edit, with its undo. The action of the page passes the intent `undo-batch` to `undoBatch`. */
export function BatchUndo() {
  const [search] = useSearchParams();
  const done = readDoneCode(search.get('done') ?? '');
  if (!done) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 bg-paper">
      <Notice kind="success">{done.isUndone ? messages.undone(done.changed) : messages.saved(done.changed)}</Notice>
      {!done.isUndone && (
        <Form method="post">
          <input type="hidden" name="batchId" value={done.batchId} />
          <IntentButton intent="undo-batch" look="quiet">
            {messages.undo}
          </IntentButton>
        </Form>
      )}
    </div>
  );
}

/** Opens the products of the filtered list in the grid. */
export function BulkEditLink() {
  const [search] = useSearchParams();
  const filters = new URLSearchParams([...search].filter(([name]) => !['after', 'delete', 'done'].includes(name)));
  if (!useCan()('products.write')) return null;
  return (
    <ButtonLink to={`/admin/products/bulk-edit?${filters}`} look="secondary">
      {messages.link}
    </ButtonLink>
  );
}

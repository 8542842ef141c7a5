import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { Ellipsis } from 'lucide-react';
import { Form, Link } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { ICON_SUMMARY } from '#admin/kit/popover-classes.ts';
import { QUIET } from '#admin/kit/row-link.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { classes } from '#ui/classes.ts';

const DELETION_FORM = 'delete-product';
const ACTION = 'inline-flex min-h-9 items-center font-semibold text-violet underline-offset-4 hover:underline';
const MENU_ACTION = 'flex min-h-11 w-full items-center rounded-control px-3 hover:bg-pearl';

type ProductActionsProps = Pick<ProductSummary, 'id' | 'name' | 'status'>;

/** Beside each other in the table, in a menu on phones. */
export function ProductActions({ id, name, status }: ProductActionsProps) {
  const canDelete = useCan()('products.write') && status !== 'deleted';
  const edit = (look: string) => (
    <Link to={`/admin/products/edit/${id}`} aria-label={messages.editOf(name)} className={look}>
      {messages.edit}
    </Link>
  );
  const remove = (look: string) =>
    canDelete && (
      <button type="submit" form={DELETION_FORM} name="id" value={id} className={look}>
        {messages.delete}
      </button>
    );
  return (
    <>
      <span className={classes('flex gap-4 max-tablet:hidden', QUIET)}>
        {edit(ACTION)}
        {remove(ACTION)}
      </span>
      <details name="list-filter" className="relative -mr-2 tablet:hidden">
        <summary aria-label={`${listMessages.moreActions}: ${name}`} className={ICON_SUMMARY}>
          <Ellipsis aria-hidden className="size-4" />
        </summary>
        <div className="absolute top-full right-0 z-20 w-40 rounded-card border border-line bg-paper p-1 shadow-2">
          {edit(MENU_ACTION)}
          {remove(MENU_ACTION)}
        </div>
      </details>
    </>
  );
}

/** The form of all Delete buttons of the list. */
export function DeletionForm() {
  return (
    <Form id={DELETION_FORM} method="post" preventScrollReset className="hidden">
      <input type="hidden" name="intent" value="delete" />
      <FormKey />
    </Form>
  );
}

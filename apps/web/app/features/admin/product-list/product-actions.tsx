import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { Ellipsis } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Form, Link, useSearchParams } from 'react-router';
import { ICON_SUMMARY } from '#features/admin/list/popover-look.ts';
import { QUIET } from '#features/admin/list/row-link.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { classes } from '#ui/classes.ts';

const DELETION_FORM = 'ask-deletion';
const ACTION = 'inline-flex min-h-9 items-center font-semibold text-violet underline-offset-4 hover:underline';
const MENU_ACTION = 'flex min-h-11 w-full items-center rounded-control px-3 hover:bg-pearl';

type ProductActionsProps = Pick<ProductSummary, 'id' | 'name' | 'status'> & { onDelete: () => void };

/** Beside each other in the table, in a menu on phones. */
export function ProductActions({ id, name, status, onDelete }: ProductActionsProps) {
  const canDelete = useCan()('products.write') && status !== 'deleted';
  const edit = (look: string) => (
    <Link to={`/admin/products/edit/${id}`} aria-label={messages.editOf(name)} className={look}>
      {messages.edit}
    </Link>
  );
  const ask = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    onDelete();
  };
  const remove = (look: string) =>
    canDelete && (
      <button type="submit" form={DELETION_FORM} name="delete" value={id} onClick={ask} className={look}>
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

/** Without JavaScript the Delete buttons of the list request the page with `?delete=`, which asks for confirmation. */
export function DeletionForm() {
  const [search] = useSearchParams();
  return (
    <Form id={DELETION_FORM} method="get" className="hidden">
      {[...search]
        .filter(([name]) => name !== 'delete' && name !== 'done')
        .map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
    </Form>
  );
}

import { listMessages } from '@shop/contracts/admin/list-messages';
import type { StaffRole } from '@shop/contracts/common/permissions';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { Ellipsis, Plus } from 'lucide-react';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { FormKey } from './form-key.tsx';
import { ICON_SUMMARY, POPOVER_CHOICE, POPOVER_END } from './popover-classes.ts';

/** Owners have one entry. */
const { admin: _, ...ROLES } = roleLabels;

/** Saves the filters and the sort order of the URL, which the form is posted to. */
export function SaveView({ newKey }: { newKey: string }) {
  return (
    <details name="list-filter" className="relative my-auto shrink-0">
      <summary aria-label={listMessages.saveView} title={listMessages.saveView} className={ICON_SUMMARY}>
        <Plus aria-hidden className="size-4" strokeWidth={1.75} />
      </summary>
      <Form method="post" className={POPOVER_END}>
        <input type="hidden" name="key" value={newKey} />
        <ViewFields hint={listMessages.saveViewHint} />
        <div className="mt-2 flex justify-end border-line border-t pt-2">
          <IntentButton intent="save-view" look="secondary" compact>
            {listMessages.save}
          </IntentButton>
        </div>
      </Form>
    </details>
  );
}

type EditViewProps = { id: string; name: string; sharedWith: StaffRole[] };

export function EditView({ id, name, sharedWith }: EditViewProps) {
  return (
    <details name="list-filter" className="relative my-auto shrink-0">
      <summary aria-label={listMessages.editView(name)} title={listMessages.editView(name)} className={ICON_SUMMARY}>
        <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
      </summary>
      <Form method="post" className={POPOVER_END}>
        <input type="hidden" name="viewId" value={id} />
        <FormKey />
        <ViewFields name={name} sharedWith={sharedWith} />
        {/* Enter in the name field submits the first button. */}
        <div className="mt-2 flex flex-row-reverse justify-between gap-2 border-line border-t pt-2">
          <IntentButton intent="update-view" look="secondary" compact>
            {listMessages.updateView}
          </IntentButton>
          <IntentButton intent="delete-view" look="quiet" compact formNoValidate>
            {listMessages.deleteView}
          </IntentButton>
        </div>
      </Form>
    </details>
  );
}

type ViewFieldsProps = { name?: string; sharedWith?: StaffRole[]; hint?: string };

function ViewFields({ name, sharedWith = [], hint }: ViewFieldsProps) {
  return (
    <>
      <TextField
        label={listMessages.viewName}
        hint={hint}
        name="name"
        defaultValue={name}
        maxLength={40}
        required
        className="p-2"
      />
      <fieldset>
        <legend className="px-2 pb-1 font-semibold text-[13px]">{listMessages.viewRoles}</legend>
        {Object.entries(ROLES).map(([role, label]) => (
          <label key={role} className={POPOVER_CHOICE}>
            <input
              type="checkbox"
              name="role"
              value={role}
              defaultChecked={sharedWith.some((shared) => shared === role)}
              className="size-[18px] shrink-0 accent-violet"
            />
            {label}
          </label>
        ))}
      </fieldset>
    </>
  );
}

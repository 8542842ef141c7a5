import { useRouteLoaderData } from 'react-router';

/** Name of the field with the idempotency key of a form. */
const KEY = 'key';

/**
 * Hidden field of every form in the admin panel: submitted twice, it takes effect once. The key changes with every
 * action and every full page load. The layout of the panel creates it.
 */
export function FormKey() {
  const panel = useRouteLoaderData<{ formKey: string }>('admin/shell/staff-only');
  return <input type="hidden" name={KEY} value={panel?.formKey ?? ''} />;
}

/** The idempotency key of a submitted form. The forms of a page share one key: `parts` distinguishes them. */
export const formKeyOf = (form: FormData, ...parts: string[]) =>
  [form.get(KEY), form.get('intent'), ...parts].filter(Boolean).join(':');

import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { createProductImport, listProductImports } from '@shop/contracts/catalog/admin-operations';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { IMPORT_BYTES_MAX, type ProductImport } from '@shop/contracts/catalog/import-schema';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { data, Form, redirect } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { apiFor } from '#lib/api.server.ts';
import { ExactTime } from '#lib/dates.ts';
import { wholeNumber } from '#lib/format.ts';
import { fileInForm } from '#lib/forms/file-in-form.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Field } from '#ui/form/field.tsx';
import type { Route } from './+types/import-products';

/** File and time left, status and person right. */
const IMPORT_CARD =
  'max-tablet:grid max-tablet:grid-cols-[minmax(0,1fr)_auto] max-tablet:items-center max-tablet:gap-x-3 max-tablet:gap-y-0.5';
const SMALL = 'max-tablet:text-[13px] max-tablet:text-ink-soft max-tablet:row-start-2';

const IMPORT_COLUMNS: ListColumn<ProductImport>[] = [
  {
    key: 'file',
    label: messages.fileColumn,
    className: 'max-tablet:row-start-1',
    cell: ({ id, fileName }) => (
      <RowLink to={`/admin/products/imports/${id}`} className="block truncate">
        {fileName || messages.unnamed}
      </RowLink>
    ),
  },
  {
    key: 'uploaded',
    label: messages.uploadedAt,
    className: `tablet:w-48 ${SMALL}`,
    cell: ({ createdAt }) => (
      <span className="block truncate">
        <ExactTime at={createdAt} />
      </span>
    ),
  },
  {
    key: 'who',
    label: messages.uploadedBy,
    className: `tablet:w-40 max-tablet:max-w-32 max-tablet:justify-self-end ${SMALL}`,
    cell: ({ who }) => <span className="block truncate">{who}</span>,
  },
  {
    key: 'products',
    label: messages.productsColumn,
    numeric: true,
    className: 'tablet:w-24 max-tablet:hidden',
    cell: ({ products }) => wholeNumber(products),
  },
  {
    key: 'status',
    label: messages.status,
    className: 'tablet:w-28 max-tablet:row-start-1 max-tablet:justify-self-end',
    cell: ({ status }) => messages.statuses[status],
  },
];

export async function loader({ request, url }: Route.LoaderArgs) {
  const search = new URLSearchParams([...url.searchParams].filter(([name]) => name !== 'key'));
  return {
    ...(await loadAdminList(request, listProductImports, search)),
    sendKey: crypto.randomUUID(),
  };
}

export async function action({ request, url }: Route.ActionArgs) {
  const file = await fileInForm(request);
  if (!file) return data({ failed: messages.noFile }, { status: 422 });
  const key = url.searchParams.get('key') || crypto.randomUUID();
  const result = await apiFor(request).call(createProductImport, {
    query: { name: file.name.slice(0, 200) },
    body: file.bytes,
    key,
  });
  if (result.ok) throw redirect(`/admin/products/imports/${result.value.id}`);
  return failedResponse(result.problem, messages.uploadFailed);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: messages.uploadFailed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, messages.title);

export default function ImportProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, sendKey } = loaderData;
  return (
    <AdminPage title={messages.title} above={[{ label: adminProductMessages.title, to: '/admin/products' }]}>
      <div className="grid gap-6">
        <ImportForm sendKey={sendKey} failed={actionData?.failed} />
        <ImportGuide />
        <div className="min-w-0">
          <h2 className="mb-3 text-h3">{messages.history}</h2>
          <AdminList
            label={messages.history}
            caption={messages.history}
            columns={IMPORT_COLUMNS}
            card={IMPORT_CARD}
            rows={items}
            keyOf={({ id }) => id}
            next={next}
            empty={{ icon: FileSpreadsheet, title: messages.none, hint: messages.noneYet }}
          />
        </div>
      </div>
    </AdminPage>
  );
}

type ImportFormProps = {
  /** Idempotency key: submitting twice starts one import. */
  sendKey: string;
  failed?: string;
};

function ImportForm({ sendKey, failed }: ImportFormProps) {
  const busy = useIsSubmitting();
  const [tooLarge, setTooLarge] = useState(false);
  return (
    <Panel>
      <Form
        method="post"
        // The file is the only field, so that the server can stream it; the key is in the URL.
        encType="multipart/form-data"
        action={`?${new URLSearchParams({ key: sendKey })}`}
        onSubmit={(event) => tooLarge && event.preventDefault()}
        className="grid gap-4"
      >
        <Field
          label={messages.file}
          hint={messages.fileHint}
          error={tooLarge ? messages.tooLarge : busy ? undefined : failed}
        >
          {(control) => (
            <input
              type="file"
              name="file"
              accept=".csv,text/csv"
              required
              onChange={({ target }) => setTooLarge((target.files?.[0]?.size ?? 0) > IMPORT_BYTES_MAX)}
              {...control}
              className={classes(
                control.className,
                'py-2.5 file:mr-4 file:rounded-control file:border-0 file:bg-pearl file:px-3 file:py-1 file:font-semibold',
              )}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} busyLabel={messages.uploading} className="justify-self-start">
          {messages.upload}
        </Button>
      </Form>
    </Panel>
  );
}

function ImportGuide() {
  return (
    <Panel title={messages.howTo}>
      <ul className="grid list-disc gap-2 pl-5 text-small">
        {messages.howToLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-4 text-small text-ink-soft">{messages.exportTip}</p>
      <p className="mt-2 text-small text-ink-soft">
        {messages.availableColumns} <span className="text-ink">{Object.values(messages.columns).join(', ')}</span>
      </p>
    </Panel>
  );
}

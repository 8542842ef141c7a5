import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { createProductImport, listProductImports } from '@shop/contracts/catalog/admin-operations';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import { FileSpreadsheet } from 'lucide-react';
import { data, redirect } from 'react-router';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { fileInForm } from '#lib/forms/file-in-form.server.ts';
import { failedResponse } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/import-products';
import { IMPORT_CARD, IMPORT_COLUMNS } from './import-columns.tsx';
import { ImportForm, ImportGuide } from './import-form.tsx';

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

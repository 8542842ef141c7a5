import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import { endSessionsOfUser, getCustomer } from '@shop/contracts/identity/admin-operations';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import type { Route } from './+types/customer';
import { CustomerDetails } from './customer-details.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { ConfirmCustomerAct, CustomerRole, ForceLogout } from './customer-role.tsx';
import { changeRole, type RoleResult } from './role.server.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { customer: await apiFor(request).read(getCustomer, { params: { id: params.customerId } }) };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const form = await formOf(request);
  const api = apiFor(request);
  const id = params.customerId;
  if (form.get('intent') !== 'log-out') return changeRole(api, url, form, id);
  const preview = await previewEffects(form, () => api.call(dryRunOf(endSessionsOfUser), { params: { id } }));
  if (preview) return confirmationResponse(preview);
  const ended = await api.call(endSessionsOfUser, { params: { id }, key: formKeyOf(form, id) });
  return redirectAfterAction(url, 'logged-out', ended);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.customer.name ?? texts.title);

const DONE = { 'logged-out': texts.loggedOut, role: texts.roleSaved };

export default function CustomerPage({ loaderData: { customer }, actionData }: Route.ComponentProps) {
  const can = useCan();
  const result: RoleResult | undefined = actionData;
  return (
    <AdminPage title={customer.name} above={[{ label: texts.title, to: '/admin/customers' }]}>
      <FlashMessage texts={DONE} result={result} />
      <ConfirmCustomerAct name={customer.name} result={result} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <CustomerHistory customer={customer} />
        <div className="grid gap-6">
          <CustomerDetails customer={customer} />
          {can('staff.write') && !customer.guest && <CustomerRole key={customer.role} role={customer.role} />}
          {can('customers.write') && <ForceLogout />}
        </div>
      </div>
    </AdminPage>
  );
}

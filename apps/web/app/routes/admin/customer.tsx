import { Customer, RoleChange } from '@shop/contracts/customers';
import { customerMessages as words } from '@shop/contracts/customers-texts';
import { z } from 'zod';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { CustomerFacts } from '#components/admin/customer-facts.tsx';
import { CustomerHistory } from '#components/admin/customer-history.tsx';
import { CustomerPart, SignOut } from '#components/admin/customer-part.tsx';
import { useMay } from '#components/admin/staff.ts';
import { afterDeed } from '#lib/admin-deed.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import type { Route } from './+types/customer';

const pathOf = (id: string) => `/admin/customers/${encodeURIComponent(id)}`;

export async function loader({ request, params }: Route.LoaderArgs) {
  return { customer: await apiFor(request).get(pathOf(params.customerId), Customer) };
}

export async function action({ request, url, params }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);
  const path = pathOf(params.customerId);
  if (text('intent') === 'sign-out')
    return afterDeed(url, 'signed-out', await api.delete(`${path}/sessions`, z.undefined()));
  return afterDeed(url, 'role', await api.put(`${path}/role`, RoleChange, { role: text('role') }));
}

export const meta: Route.MetaFunction = ({ loaderData }) => adminMeta(loaderData?.customer.name ?? words.title);

const DONE = { 'signed-out': words.signedOut, role: words.roleSaved };

export default function CustomerPage({ loaderData: { customer }, actionData }: Route.ComponentProps) {
  const may = useMay();
  return (
    <AdminPage title={customer.name} above={[{ label: words.title, to: '/admin/customers' }]}>
      <Outcome words={DONE} answer={actionData} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <CustomerHistory customer={customer} />
        <div className="grid gap-6">
          <CustomerFacts customer={customer} />
          {may('staff.write') && <CustomerPart key={customer.role} role={customer.role} />}
          {may('customers.write') && <SignOut />}
        </div>
      </div>
    </AdminPage>
  );
}

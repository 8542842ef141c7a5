import { dollars } from '@shop/contracts/common/money';
import { customerMessages as texts } from '@shop/contracts/identity/admin-messages';
import type { Customer } from '@shop/contracts/identity/admin-schema';
import { Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useDates } from '#lib/dates.ts';

const ADDRESS_FIELDS = ['recipient', 'line1', 'line2', 'city', 'state', 'postalCode', 'country', 'phone'] as const;

export function CustomerDetails({ customer }: { customer: Customer }) {
  const { shortDate } = useDates();
  const { addresses } = customer;
  return (
    <>
      <Panel title={texts.profile}>
        <DetailList
          of={{
            ...(customer.guest && { [texts.kind]: texts.guest }),
            [texts.email]: customer.email,
            [texts.phone]: customer.phone ?? texts.noPhone,
            [texts.since]: shortDate(new Date(customer.createdAt)),
            [texts.sessions]: texts.devices(customer.sessions),
            [texts.twoFactor]: customer.twoFactor ? texts.on : texts.off,
            [texts.marketing]: customer.marketing ? texts.optedIn : texts.notOptedIn,
            [texts.orderCount]: customer.orderCount,
            [texts.spent]: dollars(customer.spent),
          }}
        />
      </Panel>
      <Panel title={texts.addresses}>
        {addresses.length === 0 && <p className="text-ink-soft">{texts.noAddresses}</p>}
        <ul className="grid gap-4">
          {addresses.map(({ id, name, isDefault, ...address }) => (
            <li key={id}>
              <p className="font-semibold">
                {name}
                {isDefault && <span className="font-normal text-ink-muted"> ({texts.defaultAddress})</span>}
              </p>
              <p className="text-small">{ADDRESS_FIELDS.flatMap((field) => address[field] || []).join(', ')}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

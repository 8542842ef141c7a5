import type { Customer } from '@shop/contracts/customers';
import { customerMessages as words } from '@shop/contracts/customers-texts';
import { dollars } from '@shop/contracts/money';
import { shortDate } from '#lib/format.ts';
import { Panel } from './admin-page.tsx';
import { Facts } from './facts.tsx';

export function CustomerFacts({ customer }: { customer: Customer }) {
  const { addresses } = customer;
  return (
    <>
      <Panel title={words.facts}>
        <Facts
          of={{
            [words.email]: customer.email,
            [words.phone]: customer.phone ?? words.noPhone,
            [words.since]: shortDate(new Date(customer.createdAt)),
            [words.sessions]: words.devices(customer.sessions),
            [words.twoFactor]: customer.twoFactor ? words.on : words.off,
            [words.marketing]: customer.marketing ? words.agreed : words.notAgreed,
            [words.orderCount]: customer.orderCount,
            [words.spent]: dollars(customer.spent),
          }}
        />
      </Panel>
      <Panel title={words.addresses}>
        {addresses.length === 0 && <p className="text-ink-soft">{words.noAddresses}</p>}
        <ul className="grid gap-4">
          {addresses.map(({ id, name, line1, line2, city, state, postalCode, country, isDefault }) => (
            <li key={id}>
              <p className="font-semibold">
                {name}
                {isDefault && <span className="font-normal text-ink-muted"> ({words.defaultAddress})</span>}
              </p>
              <p className="text-small">
                {[line1, line2, city, state, postalCode, country].filter(Boolean).join(', ')}
              </p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

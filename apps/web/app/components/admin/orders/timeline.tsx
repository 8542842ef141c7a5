import type { OrderDossier } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { statusLabels } from '@shop/contracts/orders-texts';
import { dateTime } from '#lib/format.ts';

type Step = OrderDossier['timeline'][number];

export function Timeline({ steps }: { steps: Step[] }) {
  return (
    <ol className="ml-1.5 border-line border-l-2">
      {steps.map((step) => (
        <li key={step.at} className="relative pb-5 pl-6 last:pb-0">
          <span aria-hidden className="absolute top-2 -left-[7px] size-3 rounded-full bg-violet" />
          <p className="font-semibold">
            {step.from
              ? adminOrderMessages.moved(statusLabels[step.from], statusLabels[step.to])
              : adminOrderMessages.placed}
          </p>
          <p className="text-ink-soft text-small">
            <time dateTime={step.at}>{dateTime(new Date(step.at))}</time> {whoDid(step)}
          </p>
        </li>
      ))}
    </ol>
  );
}

function whoDid({ by, name }: Step) {
  if (by === 'system') return adminOrderMessages.bySystem;
  return by === 'customer'
    ? adminOrderMessages.byCustomer(name ?? '')
    : adminOrderMessages.byStaff(name ?? adminOrderMessages.someone);
}

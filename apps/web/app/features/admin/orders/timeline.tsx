import { staffMessages } from '@shop/contracts/common/messages';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { statusLabels } from '@shop/contracts/orders/messages';
import { dateTime } from '#lib/format.ts';

type StatusChange = AdminOrder['timeline'][number];

export function Timeline({ statusChanges }: { statusChanges: StatusChange[] }) {
  return (
    <ol className="ml-1.5 border-line border-l-2">
      {statusChanges.map((change) => (
        <li key={change.at} className="relative pb-5 pl-6 last:pb-0">
          <span aria-hidden className="absolute top-2 -left-[7px] size-3 rounded-full bg-violet" />
          <p className="font-semibold">
            {change.from
              ? adminOrderMessages.statusChange(statusLabels[change.from], statusLabels[change.to])
              : adminOrderMessages.placed}
          </p>
          <p className="text-ink-soft text-small">
            <time dateTime={change.at}>{dateTime(new Date(change.at))}</time> {actorText(change)}
          </p>
        </li>
      ))}
    </ol>
  );
}

function actorText({ by, name }: StatusChange) {
  if (by === 'system') return adminOrderMessages.bySystem;
  return by === 'customer'
    ? adminOrderMessages.byCustomer(name ?? '')
    : adminOrderMessages.byStaff(name ?? staffMessages.formerStaffMember);
}

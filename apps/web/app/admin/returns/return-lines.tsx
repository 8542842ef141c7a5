import { formatCharge } from '@shop/contracts/common/money';
import { adminReturnMessages as texts } from '@shop/contracts/returns/admin-messages';
import { returnOutcomeLabels, returnReasonLabels } from '@shop/contracts/returns/messages';
import type { ReturnLine } from '@shop/contracts/returns/schema';
import { sizeText } from '#shop/returns/return-draft.ts';
import { Table } from '#ui/table.tsx';

export const itemText = ({ name, options }: ReturnLine) => [name, sizeText(options)].filter(Boolean).join(', ');
const productText = (line: ReturnLine) =>
  line.exchangeLineId ? `${itemText(line)} (${texts.fromExchange})` : itemText(line);

/** What is returned, why, and what the customer gets for it. */
export function ReturnLines({ lines, currency }: { lines: ReturnLine[]; currency: string }) {
  return (
    <Table
      caption={texts.items}
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.product, cell: productText },
        { label: texts.units, cell: ({ quantity }) => quantity, numeric: true },
        { label: texts.reason, cell: ({ reason }) => returnReasonLabels[reason] },
        {
          label: texts.outcome,
          cell: ({ exchange, outcome }) =>
            exchange ? texts.exchangeFor(sizeText(exchange.options)) : returnOutcomeLabels[outcome],
        },
        {
          label: texts.steps.received,
          cell: ({ restocked, writtenOff, refund }) =>
            [
              restocked + writtenOff > 0 ? texts.receivedUnits(restocked, writtenOff) : '–',
              ...(refund > 0 ? [formatCharge(refund, currency)] : []),
            ].join(' · '),
        },
      ]}
    />
  );
}

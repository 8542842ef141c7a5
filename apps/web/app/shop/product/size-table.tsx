import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { Chart } from './size-charts.ts';

/** Rows with a size of the product are choices. */
export type RowPicker = {
  /** Whether the size is sold out; undefined if the product does not come in it. */
  isSoldOut: (size: string) => boolean | undefined;
  picked: string | undefined;
  pick: (size: string) => void;
};

export function SizeTable({ chart: { caption, head, rows }, picker }: { chart: Chart; picker?: RowPicker }) {
  return (
    <table className="w-full text-small tabular-nums">
      <caption className="pb-2 text-left font-semibold">{caption}</caption>
      <thead>
        <tr>
          {head.map((label) => (
            <th
              key={label}
              scope="col"
              className="wrap-normal px-1 py-2 text-left align-bottom font-semibold text-ink-soft tablet:px-2"
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ size, cells: [name = '', ...cells] }) => (
          <tr key={size} className="relative border-line border-t has-checked:bg-violet-tint">
            <th scope="row" className="px-1 text-left font-semibold tablet:px-2">
              <RowHeader name={name} size={size} picker={picker} />
            </th>
            {head.slice(1).map((label, index) => (
              <td key={label} className="whitespace-nowrap px-1 py-3 tablet:px-2">
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The label covers the row: all of it is the click target. */
function RowHeader({ name, size, picker }: { name: string; size: string; picker?: RowPicker }) {
  const isSoldOut = picker?.isSoldOut(size);
  if (!picker || isSoldOut === undefined) return <span className="inline-flex min-h-11 items-center">{name}</span>;
  return (
    <label className="inline-flex min-h-11 items-center gap-2 after:absolute after:inset-0">
      <input
        type="radio"
        name="guide-size"
        value={size}
        checked={picker.picked === size}
        onChange={() => picker.pick(size)}
        className="size-5 shrink-0 accent-violet"
      />
      <span>
        {name} {isSoldOut && <span className="font-normal text-ink-muted">{productMessages.outOfStock}</span>}
      </span>
    </label>
  );
}

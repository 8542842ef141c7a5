import { productMessages } from '@shop/contracts/catalog/product-messages';

export function Specifications({ specifications }: { specifications: Record<string, string> }) {
  const rows = Object.entries(specifications);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="specifications">
      <h2 id="specifications" className="mb-4 font-display text-h2">
        {productMessages.specifications}
      </h2>
      <table aria-labelledby="specifications" className="w-full table-fixed text-small">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name} className="border-line border-b first:border-t">
              <th scope="row" className="w-2/5 py-3 pr-4 text-left align-top font-semibold tablet:w-1/3">
                {name}
              </th>
              <td className="py-3 text-ink-soft">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

import { bulkEditMessages } from '@shop/contracts/catalog/bulk-edit-messages';
import { useSearchParams } from 'react-router';
import { keptParameters } from '#admin/kit/list-query.ts';
import { BarButton } from '#admin/kit/selection-bar.tsx';

/** Opens the selected products in the grid, which leads back to the list with the same filters. */
export function EditSelected() {
  const [search] = useSearchParams();
  return (
    <>
      {keptParameters(search, 'all-but-display').map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <BarButton>{bulkEditMessages.link}</BarButton>
    </>
  );
}

import { MATRIX_ROLES, roleMatrix } from '@shop/contracts/common/role-matrix';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import { permissionLabels, staffPageMessages as texts } from '@shop/contracts/identity/staff-messages';
import { Check, Minus } from 'lucide-react';
import { Panel } from '#admin/kit/admin-page.tsx';

type Access = keyof typeof texts.access;
const CELL = 'border-line border-b px-3 py-2';

/** What each role can do, from the table of permissions. Scrolls sideways by itself on narrow screens. */
export function RoleMatrix() {
  return (
    <Panel title={texts.matrix}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <section aria-label={texts.matrixList} tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full min-w-[640px] text-small">
          <caption className="sr-only">{texts.matrixList}</caption>
          <thead>
            <tr>
              <th scope="col" className={`${CELL} text-left`}>
                <span className="sr-only">{texts.permission}</span>
              </th>
              {MATRIX_ROLES.map((role) => (
                <th key={role} scope="col" className={`${CELL} font-semibold text-[13px]`}>
                  {roleLabels[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleMatrix().map(({ permission, access }) => (
              <tr key={permission}>
                <th scope="row" className={`${CELL} text-left font-normal`}>
                  {permissionLabels[permission]}
                </th>
                {MATRIX_ROLES.map((role, place) => (
                  <td key={role} className={`${CELL} text-center`}>
                    <AccessMark access={access[place] ?? 'none'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function AccessMark({ access }: { access: Access }) {
  if (access === 'view') return <span className="text-ink-soft">{texts.access.view}</span>;
  const Icon = access === 'full' ? Check : Minus;
  return (
    <>
      <Icon
        aria-hidden
        className={`inline-block size-4 ${access === 'full' ? 'text-delivered' : 'text-ink-muted'}`}
        strokeWidth={1.75}
      />
      <span className="sr-only">{texts.access[access]}</span>
    </>
  );
}

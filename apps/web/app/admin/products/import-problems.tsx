import type { exportProductImportProblems } from '@shop/contracts/catalog/admin-operations';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import type { ImportProblem } from '@shop/contracts/catalog/import-schema';
import { Panel } from '#admin/kit/admin-page.tsx';
import { apiUrl } from '#lib/browser-api.ts';
import { wholeNumber } from '#lib/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';

const COLUMNS = [
  { label: messages.row, cell: ({ row }: ImportProblem) => wholeNumber(row), numeric: true },
  { label: messages.slug, cell: ({ slug }: ImportProblem) => <span className="wrap-anywhere">{slug}</span> },
  { label: messages.problem, cell: ({ message }: ImportProblem) => message },
];

export function ImportProblems({ importId, problems }: { importId: string; problems: ImportProblem[] }) {
  return (
    <Panel title={messages.problems} className="mt-6">
      <Table
        caption={messages.problems}
        columns={COLUMNS}
        rows={problems}
        keyOf={({ row, message }) => `${row} ${message}`}
      />
      <div className="mt-4">
        <ButtonLink
          to={apiUrl<typeof exportProductImportProblems>('GET /admin/product-imports/:id/problems/export', {
            params: { id: importId },
          })}
          reloadDocument
          download
          look="secondary"
        >
          {messages.problemsFile}
        </ButtonLink>
      </div>
    </Panel>
  );
}

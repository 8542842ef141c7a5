import { onlineStoreMessages as texts } from '@shop/contracts/content/online-store-messages';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Form } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { ListSection } from './items.ts';

type Row = {
  id: string;
  name: string;
  detail?: string;
  /** Only of blocks, which can be hidden. */
  enabled?: boolean;
};
type ItemRowsProps = { section: ListSection; version: number; rows: Row[]; none: string };

/** A list in its order, with links to edit its items and buttons to move and hide them. */
export function ItemRows({ section, version, rows, none }: ItemRowsProps) {
  const canWrite = useCan()('content.write');
  if (rows.length === 0) return <p className="text-ink-muted text-small">{none}</p>;
  return (
    <ol>
      {rows.map((row, place) => (
        <li
          key={row.id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-1 first:border-t"
        >
          <span className="min-w-0 py-2 text-small wrap-anywhere">
            <span className="font-semibold">{row.name}</span>
            {row.enabled === false && (
              <>
                {' '}
                <Badge tone="other">{texts.hidden}</Badge>
              </>
            )}
            {row.detail && <span className="block text-ink-muted">{row.detail}</span>}
          </span>
          {canWrite && (
            <Actions
              section={section}
              version={version}
              row={row}
              isFirst={place === 0}
              isLast={place === rows.length - 1}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

type ActionsProps = { section: ListSection; version: number; row: Row; isFirst: boolean; isLast: boolean };

/** Not `disabled`: the button keeps the focus when its item arrives at the edge. */
const edge = (isAtEdge: boolean) => ({
  'aria-disabled': isAtEdge,
  onClick: (event: MouseEvent) => isAtEdge && event.preventDefault(),
  className: 'aria-disabled:opacity-40',
});

function Actions({ section, version, row: { id, name, enabled }, isFirst, isLast }: ActionsProps) {
  return (
    <Form method="post" action="?" preventScrollReset className="flex flex-wrap items-center gap-1">
      <input type="hidden" name="section" value={section} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="id" value={id} />
      <IconButton type="submit" name="intent" value="up" icon={ArrowUp} label={texts.moveUp(name)} {...edge(isFirst)} />
      <IconButton
        type="submit"
        name="intent"
        value="down"
        icon={ArrowDown}
        label={texts.moveDown(name)}
        {...edge(isLast)}
      />
      {enabled !== undefined && (
        <Button
          type="submit"
          name="intent"
          value={enabled ? 'hide' : 'show'}
          look="quiet"
          compact
          aria-label={enabled ? texts.hideOf(name) : texts.showOf(name)}
        >
          {enabled ? texts.hide : texts.show}
        </Button>
      )}
      <TextLink to={`/admin/online-store/${section}/${id}`} aria-label={texts.editOf(name)} className="px-2">
        {texts.edit}
      </TextLink>
    </Form>
  );
}

import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

type EditConflictProps = { text: string; onOverwrite: () => void; onDiscard: () => void };

/** Another user saved first. Neither version is lost until the user overwrites or discards. */
export function EditConflict({ text, onOverwrite, onDiscard }: EditConflictProps) {
  const { pathname } = useLocation();
  const instead = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    act();
  };
  return (
    <div className="grid gap-4 rounded-card border border-line bg-paper p-4">
      <Notice kind="error">{text}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="overwrite" look="danger" onClick={instead(onOverwrite)}>
          {messages.saveAnyway}
        </Button>
        <ButtonLink to={pathname} look="secondary" onClick={instead(onDiscard)}>
          {messages.reload}
        </ButtonLink>
      </div>
    </div>
  );
}

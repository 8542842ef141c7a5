import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

type EditConflictProps = { text: string; onDiscard: () => void };

/** Another user saved first. Neither version is lost until the user overwrites or discards. */
export function EditConflict({ text, onDiscard }: EditConflictProps) {
  const { pathname } = useLocation();
  return (
    <div className="grid gap-4 rounded-card border border-line bg-paper p-4">
      <Notice kind="error">{text}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="overwrite" look="danger">
          {messages.saveAnyway}
        </Button>
        <ButtonLink
          to={pathname}
          look="secondary"
          onClick={(event) => {
            event.preventDefault();
            onDiscard();
          }}
        >
          {messages.reload}
        </ButtonLink>
      </div>
    </div>
  );
}

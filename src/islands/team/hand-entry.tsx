import { snoozeHand } from '#contracts/team.ts';
import { contactLinks } from '#domain/contact-links.ts';
import { LANGUAGES } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { Copy } from '#islands/shared/copy.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useFocusWhen } from '#islands/shared/use-rows.ts';
import type { HandRow } from './hand-rows.ts';

type Props = { row: HandRow; cursor: string | undefined; isFocused: boolean; onSnoozed: () => void };

export function HandEntry({ row, cursor, isFocused, onSnoozed }: Props) {
  const { t, language, timeZone } = useReader();
  const { id: username, name, photo, reason, at, message, contacts } = row;
  const entry = useFocusWhen<HTMLLIElement>(isFocused);
  const form = useForm(snoozeHand, { inputOf: () => ({ username }), onDone: onSnoozed });
  // A guest has no card yet.
  const href = reason === 'not_activated' ? undefined : path(language, 'teamMember', { username });
  const links = contacts ? contactLinks(contacts, message) : [];
  const named = (label: string) => `${label}: ${name || username}`;
  return (
    <li ref={entry} tabIndex={-1}>
      <div className="hand grow">
        <div className="row between">
          <UserCard user={{ username, name, photo }} href={href} former="" />
          <p className="hint">{t(`team:hand.reason.${reason}`, { date: formatDate(at, timeZone) })}</p>
        </div>
        <FormNotice of={form} />
        <div className="row between">
          <Message row={row} />
          <div className="row">
            {links.map(({ by, href: draft }) => {
              const label = by === 'email' ? t('feed:share.email') : by;
              return (
                <Button key={by} href={draft} target="_blank" rel="noopener noreferrer" aria-label={named(label)}>
                  {label}
                </Button>
              );
            })}
            <Copy text={message} label={t('team:invite.copy')} />
            <Form of={form} action={path(language, 'teamHand', { cursor })}>
              <input type="hidden" name="username" value={username} autoComplete="off" />
              <Button variant="plain" aria-label={named(t('team:hand.snooze'))} aria-busy={form.isBusy || undefined}>
                {t('team:hand.snooze')}
              </Button>
            </Form>
          </div>
        </div>
      </div>
    </li>
  );
}

/** Ready to send; without scripts it is selected and copied by hand. */
function Message({ row: { message, language } }: { row: HandRow }) {
  const { t } = useReader();
  const { tag, name } = LANGUAGES.find(({ segment }) => segment === language) ?? LANGUAGES[0];
  return (
    <details className="fold grow">
      <summary>
        {t('team:hand.message')} · <span lang={tag}>{name}</span>
      </summary>
      <p className="message" lang={tag}>
        {message}
      </p>
    </details>
  );
}

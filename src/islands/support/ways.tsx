import type { Say } from '#i18n/island-texts.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { Text } from './texts.ts';

type Props = { ways: { chatUrl: string | undefined; email: string | undefined }; t: Say<Text> };

/** How else support can be reached. */
export function Ways({ ways: { chatUrl, email }, t }: Props) {
  if (!chatUrl && !email) return null;
  return (
    <aside className="card stack" aria-labelledby="ways-title">
      <h2 id="ways-title">{t('support:ways.title')}</h2>
      {email && (
        <a className="user" href={`mailto:${email}`}>
          <Icon name="mail" />
          <span>
            <b>{t('support:ways.email')}</b>
            <small>{email}</small>
          </span>
        </a>
      )}
      {chatUrl && (
        <a className="user" href={chatUrl} rel="noopener noreferrer" target="_blank">
          <Icon name="support" />
          <span>
            <b>{t('support:ways.chat')}</b>
            <small>{new URL(chatUrl).host}</small>
          </span>
        </a>
      )}
    </aside>
  );
}

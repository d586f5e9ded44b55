import type { OutputOf } from '#contracts/contract.ts';
import type { getSecondFactor } from '#contracts/second-factor.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

type Passkeys = OutputOf<typeof getSecondFactor>['passkeys'];
type Props = { passkeys: Passkeys; timeZone: string; t: Translate; language: Language };

/** A member's passkeys, each with the way to its removal. */
export function PasskeyList({ passkeys, timeZone, t, language }: Props) {
  if (passkeys.length === 0) return <EmptyState title={t('settings:passkeys.none')} />;
  return (
    <section className="card flush">
      <ul className="rows">
        {passkeys.map(({ id, name, created_at: addedAt, used_at: usedAt }) => (
          <li key={id}>
            <div className="grow">
              <b>{name || t('settings:sessions.unknown')}</b>
              <p className="hint">
                {[
                  t('settings:passkeys.added', { date: formatDate(addedAt, timeZone) }),
                  usedAt && t('settings:passkeys.used', { date: formatDate(usedAt, timeZone) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <Button
              href={path(language, 'passkeys', { remove: id })}
              aria-label={t('settings:passkeys.remove_named', { name })}
            >
              {t('settings:passkeys.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

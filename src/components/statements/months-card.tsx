import type { OutputOf } from '#contracts/contract.ts';
import type { listStatements } from '#contracts/statements.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { monthTitle } from './month-title.ts';

type Props = { months: OutputOf<typeof listStatements>; language: Language; t: Translate };

export function MonthsCard({ months: { items, next }, language, t }: Props) {
  if (items.length === 0) return <EmptyState title={t('statements:none')} />;
  return (
    <section className="card flush" aria-label={t('statements:months')}>
      <ul className="rows">
        {items.map(({ month, number }) => (
          <li key={month}>
            <a className="link" href={path(language, 'statement', { month })}>
              {capitalised(monthTitle(month, language))}
            </a>
            {number && <small className="muted">{number}</small>}
          </li>
        ))}
      </ul>
      {next && (
        <p className="inset">
          <a className="link" href={path(language, 'statements', { cursor: next })}>
            {t('statements:older')}
          </a>
        </p>
      )}
    </section>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

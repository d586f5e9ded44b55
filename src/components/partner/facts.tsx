import { Icon } from '#components/ui/icon.tsx';
import type { Translate } from '#i18n/translator.ts';

export function Facts({ t }: { t: Translate }) {
  const facts = [
    { icon: 'licenses', title: t('partner:places.title'), text: t('partner:places.text') },
    { icon: 'team', title: t('partner:team.title'), text: t('partner:team.text') },
    { icon: 'finance', title: t('partner:finance.title'), text: t('partner:finance.text') },
  ] as const;
  return (
    <section className="trio" aria-label={t('partner:facts')}>
      {facts.map(({ icon, title, text }) => (
        <article key={icon} className="stack tight">
          <Icon name={icon} size="l" />
          <h2>{title}</h2>
          <p className="muted">{text}</p>
        </article>
      ))}
    </section>
  );
}

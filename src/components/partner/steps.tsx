import type { Translate } from '#i18n/translator.ts';

export function Steps({ t }: { t: Translate }) {
  const steps = [
    { title: t('partner:steps.sign_up.title'), text: t('partner:steps.sign_up.text') },
    { title: t('partner:steps.activate.title'), text: t('partner:steps.activate.text') },
    { title: t('partner:steps.look.title'), text: t('partner:steps.look.text') },
  ];
  return (
    <section className="card stack">
      <h2>{t('partner:steps.title')}</h2>
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

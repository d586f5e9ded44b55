import type { OutputOf } from '#contracts/contract.ts';
import type { getLegalDocument } from '#contracts/legal.ts';
import { BROWSERS } from '#domain/browsers.ts';
import { type Language, tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = { legal: OutputOf<typeof getLegalDocument>; language: Language; t: Translate };

export function LegalPage({ legal, language, t }: Props) {
  const { document, version, date, title, html, published } = legal;
  const isFallback = legal.language !== language;
  const lang = tagOf(legal.language);
  return (
    <IconFile value="">
      <div className="wrap">
        <h1 lang={lang}>{title}</h1>
        <p className="hint">{t('partner:legal.version', { version, date: formatDate(date, 'UTC') })}</p>
        {isFallback && <Notice>{t('feed:fallback')}</Notice>}
        <div className="stack prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
        {document === 'accessibility' && (
          <p className="hint">{t('partner:legal.browsers', { browsers: browserNames().join(', ') })}</p>
        )}
        <ul className="row no-print">
          {published
            .filter((one) => one.document !== document)
            .map((one) => (
              <li key={one.document}>
                <a className="link" href={path(language, 'legal', { document: one.document })}>
                  {one.title}
                </a>
              </li>
            ))}
        </ul>
      </div>
    </IconFile>
  );
}

/** `Chrome 105` */
function browserNames(): string[] {
  return BROWSERS.map((browser) =>
    browser.replace(
      /^([a-z])([a-z]+)(\d+)$/,
      (_, first: string, name: string, version: string) => `${first.toUpperCase()}${name} ${version}`,
    ),
  );
}

import type { Language } from '#domain/languages.ts';
import { REQUIRED_DOCUMENTS } from '#domain/legal.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';

type Props = { t: Translate; language: Language; year: string; productName: string };

export function Footer({ t, language, year, productName }: Props) {
  return (
    <footer className="foot row between no-print">
      <span className="muted">
        © {year} {productName}
      </span>
      <nav className="row" aria-label={t('partner:documents')}>
        {REQUIRED_DOCUMENTS.map((document) => (
          <a key={document} className="link" href={path(language, 'legal', { document })}>
            {t(`partner:legal.${document}`)}
          </a>
        ))}
        <a className="link" href={path(language, 'disclosure')}>
          {t('partner:disclosure.title')}
        </a>
      </nav>
    </footer>
  );
}

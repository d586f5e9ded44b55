import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';

/** `text` is null before the first transfer; then only the link is shown. */
type Props = { text: string | null; t: Translate; language: Language };

/** The disclosure in one line, where people decide. */
export function DisclosureLine({ text, t, language }: Props) {
  return (
    <p>
      {text && `${text} `}
      <a className="link" href={path(language, 'disclosure')}>
        {t('partner:disclosure.title')}
      </a>
    </p>
  );
}

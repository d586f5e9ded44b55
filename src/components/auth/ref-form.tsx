import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';

type Props = { code: string | undefined; t: Translate; language: Language };

export function RefForm({ code, t, language }: Props) {
  return (
    <>
      <h1>{t('auth:ref.heading')}</h1>
      <p className="intro">{t('auth:ref.lede')}</p>
      <form id="auth-form" className="stack" action={path(language, 'signUp')}>
        <TextField
          name="ref"
          label={t('auth:ref.code')}
          defaultValue={code}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button variant="primary" block>
          {t('auth:ref.submit')}
        </Button>
      </form>
    </>
  );
}

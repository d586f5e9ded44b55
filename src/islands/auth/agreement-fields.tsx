import { useState } from 'react';
import { call } from '#client/call.ts';
import { getAgreement } from '#contracts/consents.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { path } from '#domain/paths.ts';
import { CheckField } from '#components/ui/check-field.tsx';
import type { FormState } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

export type Agreement = OutputOf<typeof getAgreement>;
export type Choices = { agreed: string; showsUpline: boolean };

type Props = { agreement: Agreement; choices: Choices | undefined; field: FormState['field'] };

/** The choice of what uplines see, and the agreement. The documents open in a new tab: nothing typed is lost. */
export function AgreementFields({ agreement, choices, field }: Props) {
  const { t, language } = useReader();
  const { minimum_age: age, documents, agreed } = agreement;
  const [terms, privacy] = documents;
  return (
    <div className="stack tight">
      <p className="hint">{t('auth:sign_up.seen')}</p>
      <CheckField
        label={t('settings:general.shows_upline')}
        defaultChecked={choices?.showsUpline}
        {...field('shows_upline')}
      />
      <CheckField
        label={
          terms && privacy
            ? t('auth:sign_up.agree', { age, terms: terms.version, privacy: privacy.version })
            : t('auth:sign_up.of_age', { age })
        }
        value={agreed}
        defaultChecked={choices?.agreed === agreed}
        required
        {...field('agreed')}
      />
      <p className="row">
        {documents.map(({ document }) => (
          <a
            key={document}
            className="link"
            href={path(language, 'legal', { document })}
            target="_blank"
            rel="noopener"
          >
            {t(`partner:legal.${document}`)}
          </a>
        ))}
      </p>
    </div>
  );
}

/** Shows new versions once the form was refused because of them. */
export function useAgreement(initial: Agreement) {
  const [agreement, setAgreement] = useState(initial);
  const refresh = async () => {
    const answer = await call(getAgreement, {});
    if (answer?.success) setAgreement(answer.data);
  };
  return { agreement, refresh };
}

import { useState } from 'react';
import { call } from '#client/call.ts';
import { agree } from '#contracts/consents.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';
import { formatDay } from '#domain/days.ts';
import type { CONSENT_DOCUMENTS } from '#domain/legal.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Pending = NonNullable<Profile['to_agree']>;
/** From the server: most pages show no card, and the texts of islands are sent to all. */
type Texts = Record<'terms' | 'privacy' | 'until' | 'agree' | 'read' | 'done', string> & {
  names: Record<(typeof CONSENT_DOCUMENTS)[number], string>;
};
type Props = { start: Pending; here: string; texts: Texts; notice: string | undefined };

/** Asks once for each new version of the terms or the privacy notice. */
export const AgreementCard = withReader(function AgreementCard({ start, here, texts, notice }: Props) {
  const { language } = useReader();
  const [pending, setPending] = useState<Pending | null>(start);
  const form = useForm(agree, {
    rendered: { notice },
    inputOf: () => ({ agreed: pending?.agreed ?? '' }),
    onDone: () => {
      setPending(null);
      document.getElementById('main')?.focus({ preventScroll: true });
      showToast(texts.done);
    },
    onRefused: ({ code }) => {
      if (code === 'agreement_outdated') void showNewest();
      return false;
    },
  });
  const showNewest = async () => {
    const me = await call(getProfile, {});
    if (me?.success) setPending(me.data.to_agree);
  };
  if (!pending) return null;
  const hasTerms = pending.documents.some(({ document }) => document === 'terms');
  return (
    <section className="card stack tight" aria-labelledby="agreement">
      <h2 id="agreement">{hasTerms ? texts.terms : texts.privacy}</h2>
      <FormNotice of={form} />
      <p className="row">
        {pending.documents.map(({ document, version, date }) => (
          <a
            key={document}
            className="link"
            href={path(language, 'legal', { document })}
            target="_blank"
            rel="noopener"
          >
            {`${texts.names[document]} ${version} (${formatDay(date)})`}
          </a>
        ))}
      </p>
      {hasTerms && <p className="hint">{texts.until}</p>}
      <Form of={form} action={path(language, 'agreement')}>
        <input type="hidden" name="agreed" value={pending.agreed} />
        <input type="hidden" name="back" value={here} />
        <Button variant="primary">{hasTerms ? texts.agree : texts.read}</Button>
      </Form>
    </section>
  );
});

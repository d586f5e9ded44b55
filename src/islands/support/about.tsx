import { path } from '#domain/paths.ts';
import type { SupportAbout } from '#domain/support.ts';
import { Notice } from '#components/ui/notice.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

const WORDS = { transaction: 'transactions:open', withdrawal: 'finance:history.withdrawal' } as const;

export function AboutLink({ about: { kind, id } }: { about: SupportAbout }) {
  const { language, t } = useReader();
  return (
    <a className="link" href={path(language, kind, { id })}>
      {t(WORDS[kind])}
    </a>
  );
}

/** `without`: address of the form without `about`. */
type Props = { about: SupportAbout; without: string };

export function AboutNotice({ about, without }: Props) {
  const { t } = useReader();
  return (
    <>
      <Notice>
        <p>{t(`support:about.${about.kind}`)}</p>
        <p className="row">
          <AboutLink about={about} />
          <a className="link" href={without}>
            {t('support:about.without')}
          </a>
        </p>
      </Notice>
      <input type="hidden" name="about" value={`${about.kind}:${about.id}`} />
    </>
  );
}

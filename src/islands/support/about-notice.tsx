import type { SupportAbout } from '#domain/support.ts';
import type { Reader } from '#i18n/reader.ts';
import { Notice } from '#components/ui/notice.tsx';
import { AboutLink } from './about-link.tsx';
import type { Text } from './texts.ts';

/** `without` is the page on which the same is sent without it. */
type Props = { about: SupportAbout; without: string; reader: Reader<Text> };

/** Says what goes along with the request, and how to send it without. */
export function AboutNotice({ about, without, reader }: Props) {
  const { t } = reader;
  return (
    <>
      <Notice>
        <p>{t(`support:about.${about.kind}`)}</p>
        <p className="row">
          <AboutLink about={about} reader={reader} />
          <a className="link" href={without}>
            {t('support:about.without')}
          </a>
        </p>
      </Notice>
      <input type="hidden" name="about" value={`${about.kind}:${about.id}`} />
    </>
  );
}

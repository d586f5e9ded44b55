import { useEffect, useRef, useState } from 'react';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Copy } from '#islands/shared/copy.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

/** Names a printed sheet and a saved file. */
export type CodesAccount = { product: string; username: string; renderedAt: string };

/** `isFresh`: received after the page was rendered. */
type Props = { codes: readonly string[]; isFresh: boolean; account: CodesAccount };

/** The codes are shown only this once. */
export function RecoveryCodes({ codes, isFresh, account }: Props) {
  const { t, language, timeZone } = useReader();
  const { product, username, renderedAt } = account;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFresh) heading.current?.focus();
  }, [isFresh]);
  const [madeAt] = useState(() => (isFresh ? new Date() : renderedAt));
  const title = [product, t('settings:second_factor.codes'), username, formatDate(madeAt, timeZone)].join(' · ');
  const list = codes.join('\n');
  return (
    <section className="card stack form">
      <h2 ref={heading} tabIndex={-1} className="no-print">
        {t('settings:second_factor.codes')}
      </h2>
      <p className="no-print">{t('settings:second_factor.codes_lede')}</p>
      <p className="only-print">{title}</p>
      <ul className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row no-print">
        <Copy text={list} label={t('team:invite.copy')} />
        <Button
          type="button"
          className="btn needs-script"
          onClick={() => download(`recovery-codes-${username}.txt`, `${title}\n\n${list}\n`)}
        >
          {t('settings:data.download.submit')}
        </Button>
        <Button type="button" className="btn needs-script" icon="print" onClick={() => print()}>
          {t('finance:history.print_now')}
        </Button>
      </div>
      <Button href={path(language, 'settingsSecurity')} variant="primary" block>
        {t('settings:second_factor.codes_saved')}
      </Button>
    </section>
  );
}

/** Safari reads the file after the press. */
const FILE_MS = 60_000;

/** The file is made here, because no address or log may hold a code. */
function download(fileName: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_MS);
}

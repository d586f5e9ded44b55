import { Fragment } from 'react';
import { path } from '#domain/paths.ts';
import { $partnersLink } from '#stores/session.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { Copy } from '#islands/shared/copy.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

export function InviteLink({ link: rendered }: { link: string }) {
  const { t, language } = useReader();
  const link = useShared($partnersLink) ?? rendered;
  const code = path(language, 'inviteCode');
  /** Split after slashes, for line breaks. */
  const parts = link.match(/.*?[^/:]\/|.+$/g) ?? [];
  return (
    <section className="card linkbar">
      <div className="grow">
        <b id="invite-link">{t('team:invite.title')}</b>
        <output className="input mono" aria-labelledby="invite-link">
          {parts.map((part) => (
            <Fragment key={part}>
              {part}
              <wbr />
            </Fragment>
          ))}
        </output>
      </div>
      <div className="row">
        <Copy text={link} label={t('team:invite.copy')} isPrimary />
        <button type="button" className="btn" popoverTarget="qr" tabIndex={0}>
          <Icon name="qr" size="small" />
          {t('team:invite.qr')}
        </button>
        <div id="qr" popover="auto" className="popover dialog" role="dialog" aria-labelledby="invite-qr">
          <div className="stack center">
            <h2 id="invite-qr">{t('team:invite.title')}</h2>
            <img className="qr" src={code} width="264" height="264" loading="lazy" alt={t('team:invite.qr_image')} />
            <div className="row centered">
              <Button href={code} icon="external">
                {t('team:invite.qr_open')}
              </Button>
              <Button type="button" popoverTarget="qr" popoverTargetAction="hide">
                {t('team:invite.close')}
              </Button>
            </div>
          </div>
        </div>
        <ShareButton link={link} label={t('team:invite.share')} />
      </div>
    </section>
  );
}

/** Without the Web Share API the button keeps its space, so hydration moves nothing. */
function ShareButton({ link, label }: { link: string; label: string }) {
  const isAwake = useIsAwake();
  const canShare = isAwake && 'share' in navigator;
  // `share` rejects when the member closes the sheet.
  const share = () => navigator.share({ url: link }).catch(() => {});
  return (
    <button
      type="button"
      className={`btn share needs-script${canShare ? '' : ' unseen'}`}
      aria-label={label}
      onClick={() => void share()}
    >
      <Icon name="share" size="small" />
      <span className="wide">{label}</span>
    </button>
  );
}

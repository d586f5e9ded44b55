import { IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Facts } from './facts.tsx';
import type { PublicReader } from './public-reader.ts';
import { Steps } from './steps.tsx';
import { type Partner, Welcome } from './welcome.tsx';

/** What a guest sees who was sent a member's link. */
export function PartnerPage({ partner, ...reader }: PublicReader & { partner: Partner }) {
  const { t } = reader;
  return (
    <IconFile value="">
      <div className="wrap public">
        <Welcome partner={partner} reader={reader} />
        <Facts t={t} />
        <Steps t={t} />
        <Notice>
          <b>{t('partner:risk.title')}</b> {t('partner:risk.text')}
        </Notice>
      </div>
    </IconFile>
  );
}

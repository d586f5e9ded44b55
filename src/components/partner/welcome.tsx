import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import { Art } from '#components/ui/icon.tsx';
import { Button } from '#components/ui/button.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import type { PublicReader } from './public-reader.ts';

export type Partner = OutputOf<typeof getPartner>;

export function Welcome({ partner, reader }: { partner: Partner; reader: PublicReader }) {
  const { t, language, productName } = reader;
  const { username, career_status } = partner;
  const name = partner.name || username;
  // The page is one request of ten kilobytes, and a photo would be another; crawlers find its address in the head.
  const user = { username, name: partner.name, photo: null };
  return (
    <section className="welcome">
      <div className="stack">
        <UserCard user={user} size="lg" tier={roleLook(career_status).tier} former={t('common:former_member')} />
        <h1>{t('partner:heading', { name, product: productName })}</h1>
        <p className="lede">{t('partner:lede')}</p>
        <p className="row">
          <Button href={path(language, 'signUp')} variant="primary">
            {t('partner:join')}
          </Button>
          <Button href={path(language, 'signIn')} variant="plain">
            {t('partner:have_account')}
          </Button>
        </p>
        <p className="hint">{t('partner:kept')}</p>
      </div>
      <Art />
    </section>
  );
}

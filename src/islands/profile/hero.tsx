import type { Profile } from '#contracts/profile.ts';
import { arcade, roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Rank } from '#components/ui/rank.tsx';
import { Copy } from '#islands/shared/copy.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { INVITE } from './invite.ts';

export type HeroProps = {
  me: Pick<
    Profile,
    | 'username'
    | 'name'
    | 'photo'
    | 'career_status'
    | 'is_former'
    | 'active'
    | 'missing_for_active'
    | 'registered_at'
    | 'partner_link'
  >;
  link: string;
  productName: string;
};

export function Hero({ me, link, productName }: HeroProps) {
  const { t, language, timeZone } = useReader();
  const { username, name, career_status: status, active, registered_at: registeredAt } = me;
  const [missing] = me.missing_for_active;
  return (
    <section className="card">
      <div className="hero">
        <Avatar user={me} size="xl" tier={roleLook(status).tier} nobody={t('common:user')} />
        <div className="row state">
          <ActiveBadge active={active} />
          <Rank status={status} label={t(`common:career_status.${status}`)} />
        </div>
        <div className="stack tight who">
          <h2>{name || username}</h2>
          <p className="kicker">
            {`@${username} · ${t('profile:since', { product: productName })} `}
            <time dateTime={registeredAt}>{formatDate(registeredAt, timeZone)}</time>
          </p>
          {missing && (
            <p>
              {t('profile:to_active')}{' '}
              <a className="link" href={path(language, 'licenses')}>
                {t(`team:missing.${missing}`)}
              </a>
            </p>
          )}
        </div>
        <div className="links" id={INVITE}>
          <Button href={link} icon="external">
            {t('profile:open_site')}
          </Button>
          <Copy text={link} label={t('profile:copy_link')} />
        </div>
        <Arcade status={status} />
        <p className="hint">{t('profile:rank_note')}</p>
      </div>
    </section>
  );
}

function Arcade({ status }: { status: Profile['career_status'] }) {
  const { t } = useReader();
  const own = roleLook(status);
  return (
    <ol className="arcade" data-tier={own.tier} aria-label={t('profile:career_status')}>
      {arcade(status).map((rank) => {
        const { step } = roleLook(rank);
        return (
          <li
            key={step}
            className={step < own.step ? 'past' : undefined}
            aria-current={step === own.step ? 'step' : undefined}
          >
            <i>
              <Icon name={`status${step}`} size="large" />
            </i>
            <span>{t(`common:career_status.${rank}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

export function ActiveBadge({ active }: { active: boolean }) {
  const { t } = useReader();
  return <Badge kind={active ? 'ok' : 'off'}>{t(active ? 'common:active' : 'common:not_active')}</Badge>;
}

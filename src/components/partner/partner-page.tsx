import type { OutputOf } from '#contracts/contract.ts';
import type { getPartner } from '#contracts/partner.ts';
import { roleLook } from '#domain/career-status.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Translate } from '#i18n/translator.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Button } from '#components/ui/button.tsx';
import { Art, Icon, IconFile } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { DisclosureLine } from '#components/ui/disclosure-line.tsx';

export function PartnerPage({ isOwner, ...props }: PublicReader & Invitation & { isOwner: boolean }) {
  const { t, language } = props;
  return (
    <IconFile value="">
      <div className="wrap public">
        {isOwner && (
          <Notice>
            {t('partner:preview.title')}{' '}
            <a className="link" href={path(language, 'profile')}>
              {t('partner:preview.back')}
            </a>
          </Notice>
        )}
        <Welcome {...props} />
        <Facts t={t} />
        <Steps t={t} />
        <Notice>
          <b>{t('partner:risk.title')}</b> {t('partner:risk.text')}
        </Notice>
      </div>
    </IconFile>
  );
}

/** `code` is in the sign-up link, because a prefetched page sets no cookie. */
type Invitation = { partner: OutputOf<typeof getPartner>; code: string; disclosed: string | null };

function Welcome({ partner, code, disclosed, t, language, productName, hasAllLanguages }: PublicReader & Invitation) {
  const { username, career_status } = partner;
  const name = partner.name || username;
  return (
    <section className="welcome">
      <div className="stack">
        <span className="user">
          <Avatar user={partner} size="lg" tier={roleLook(career_status).tier} nobody="" />
          {partner.name && <small>{`@${username}`}</small>}
        </span>
        <h1>{t('partner:heading', { name, product: productName })}</h1>
        <p className="intro">
          {hasAllLanguages ? `${t('partner:lede')} ${t('partner:six_languages')}` : t('partner:lede')}
        </p>
        {disclosed && <DisclosureLine text={disclosed} t={t} language={language} />}
        <p className="row">
          <Button href={path(language, 'signUp', { ref: code })} variant="primary">
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

function Facts({ t }: { t: Translate }) {
  const platforms = { turbo: t('common:menu.turbo'), fast_money: t('common:menu.fast_money') };
  const facts = [
    { icon: 'licenses', title: t('partner:places.title'), text: t('partner:places.text', platforms) },
    { icon: 'team', title: t('partner:team.title'), text: t('partner:team.text') },
    { icon: 'finance', title: t('partner:finance.title'), text: t('partner:finance.text') },
  ] as const;
  return (
    <section className="trio" aria-label={t('partner:facts')}>
      {facts.map(({ icon, title, text }) => (
        <article key={icon} className="stack tight">
          <Icon name={icon} size="large" />
          <h2>{title}</h2>
          <p className="muted">{text}</p>
        </article>
      ))}
    </section>
  );
}

function Steps({ t }: { t: Translate }) {
  const steps = [
    { title: t('partner:steps.sign_up.title'), text: t('partner:steps.sign_up.text') },
    { title: t('partner:steps.activate.title'), text: t('partner:steps.activate.text') },
    { title: t('partner:steps.look.title'), text: t('partner:steps.look.text') },
  ];
  return (
    <section className="card stack">
      <h2>{t('partner:steps.title')}</h2>
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <b>{title}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function UnknownCode({ code, t, language }: PublicReader & { code: string }) {
  return (
    <IconFile value="">
      <div className="wrap failure">
        <Art />
        <h1>{t('partner:unknown.title')}</h1>
        <p className="intro">{t('partner:unknown.text')}</p>
        <form className="stack" method="get" action={path(language, 'signUp')}>
          <TextField
            name="ref"
            label={t('partner:unknown.code')}
            defaultValue={code.slice(0, 64)}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="row">
            <Button variant="primary">{t('partner:unknown.submit')}</Button>
          </p>
        </form>
      </div>
    </IconFile>
  );
}

/** Public pages are not hydrated, so `t` has all texts. */
type PublicReader = { t: Translate; language: Language; productName: string; hasAllLanguages: boolean };

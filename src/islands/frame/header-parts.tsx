import { type MouseEvent, type SubmitEvent, useEffect } from 'react';
import { inLanguage } from '#domain/return-address.ts';
import { type Language, LANGUAGES, tagOf } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { Theme } from '#domain/theme.ts';
import { $theme, chooseTheme, followTheme } from '#stores/theme.ts';
import { Icon } from '#components/ui/icon.tsx';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';

export function Logo({ name, href }: { name: string; href?: string }) {
  const { brand } = useReader();
  const content = (
    <>
      {brand ? <img className="icon large" src={brand.logo} alt="" /> : <Icon name="logo" size="large" />}
      <span>{name}</span>
    </>
  );
  return href ? (
    <a className="logo" href={href}>
      {content}
    </a>
  ) : (
    <span className="logo">{content}</span>
  );
}

/** `here`: path and query to return to. */
type HereProps = { here: string };

/** `part` tells a second switch of the page from the first. */
type ThemeSwitchProps = HereProps & { rendered: Theme; part?: string };

export function ThemeSwitch({ rendered, here, part }: ThemeSwitchProps) {
  const { t, language } = useReader();
  const theme = useShared($theme) ?? rendered;
  const other = theme === 'dark' ? 'light' : 'dark';
  useEffect(followTheme, []);
  const change = (event: SubmitEvent) => {
    event.preventDefault();
    chooseTheme(other);
  };
  return (
    <form method="post" action={path(language, 'theme')} onSubmit={change}>
      <input type="hidden" name="theme" value={other} />
      <input type="hidden" name="back" value={here} />
      <button
        className="switch"
        role="switch"
        aria-checked={theme === 'dark'}
        aria-label={[t('common:frame.dark_theme'), part].filter(Boolean).join(', ')}
      >
        <i>
          <Icon name="moon" className="moon" />
          <Icon name="sun" className="sun" />
        </i>
      </button>
    </form>
  );
}

type LanguageMenuProps = HereProps & {
  /** Id of the form whose input survives a change of language. */
  keepForm?: string | undefined;
  /** A member's choice is posted, because e-mails use it; a guest follows a link. */
  isMember?: boolean;
};

export function LanguageMenu({ here, keepForm, isMember = false }: LanguageMenuProps) {
  const { t, language, owner, brand } = useReader();
  const code = tagOf(language).toUpperCase();
  const offered = LANGUAGES.filter(({ segment }) => brand?.languages?.includes(segment) ?? true);
  const name = offered.find(({ segment }) => segment === language)?.name ?? code;
  const choices = offered.map(({ segment, name: label }) => (
    <Choice key={segment} {...{ segment, label, here, keepForm, isMember }} />
  ));
  return (
    <>
      <button
        type="button"
        className="btn plain lang"
        popoverTarget="languages"
        tabIndex={0}
        aria-label={t('common:frame.language', { code, name })}
      >
        {code}
        <Icon name="chevron" size="small" />
      </button>
      <div
        id="languages"
        popover=""
        className="popover menu near"
        role="group"
        aria-label={t('common:frame.language_menu')}
      >
        {/* Enter presses the form's first button in the page, which must not be a language. */}
        {keepForm && <button form={keepForm} hidden tabIndex={-1} />}
        {isMember && !keepForm ? (
          <form method="post" action={path(language, 'language')} onSubmit={updateBackField}>
            <OwnerField owner={owner} />
            <input type="hidden" name="back" value={here} />
            {choices}
          </form>
        ) : (
          choices
        )}
      </div>
    </>
  );
}

/** An island may have changed the address since the form was rendered. */
function updateBackField({ currentTarget }: SubmitEvent<HTMLFormElement>): void {
  const back = currentTarget.elements.namedItem('back');
  if (back instanceof HTMLInputElement) back.value = location.pathname + location.search;
}

type ChoiceProps = LanguageMenuProps & { segment: Language; label: string };

function Choice({ segment, label, here, keepForm, isMember }: ChoiceProps) {
  const { language } = useReader();
  const to = inLanguage(here, segment);
  const tag = tagOf(segment);
  const attributes = {
    className: 'item',
    lang: tag,
    'aria-current': segment === language ? ('true' as const) : undefined,
  };
  // After an in-place submit the form may be gone or another one, at another address.
  const switchLanguage = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const address = inLanguage(location.pathname + location.search, segment);
    if (currentTarget.form) currentTarget.formAction = address;
    else location.assign(address);
  };
  if (keepForm) {
    return (
      <button
        {...attributes}
        onClick={switchLanguage}
        form={keepForm}
        formAction={to}
        formMethod="post"
        formNoValidate
        name="draft"
        value="1"
      >
        {label}
      </button>
    );
  }
  if (isMember) {
    return (
      <button {...attributes} formAction={path(segment, 'language')}>
        {label}
      </button>
    );
  }
  return (
    // An island may have changed the address.
    <a
      {...attributes}
      hrefLang={tag}
      href={to}
      onClick={({ currentTarget }) => {
        currentTarget.href = inLanguage(location.pathname + location.search, segment);
      }}
    >
      {label}
    </a>
  );
}

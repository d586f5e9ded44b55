import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { roleLook } from '#domain/career-status.ts';
import { foldName, hasWords, searchWords } from '#domain/fold-name.ts';
import { path } from '#domain/paths.ts';
import { whenOf } from '#i18n/reader.ts';
import { $partnersLink } from '#stores/session.ts';
import { $theme, chooseTheme } from '#stores/theme.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { keyOf } from '#components/ui/key-of.ts';
import { Notice } from '#components/ui/notice.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { Copy } from '#islands/shared/copy.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { pagesToFind } from './pages-to-find.ts';
import { useFound } from './use-found.ts';

const SEARCH_MAX = 64;

/** Loaded when it is first opened. */
export function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useReader();
  const [typed, setTyped] = useState('');
  const words = searchWords(typed);
  const { found, isLooking, isLost } = useFound(words.join(' '));
  const input = useRef<HTMLInputElement>(null);
  // `showModal()` focuses by this attribute, which React's `autoFocus` doesn't set.
  const setInput = (element: HTMLInputElement | null) => {
    element?.toggleAttribute('autofocus', true);
    input.current = element;
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const [list, key] = [event.currentTarget, keyOf(event)];
    const stops = [...list.querySelectorAll<HTMLElement>('input, .item')];
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const next = step && stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    const opensFirst = key === 'Enter' && event.target === input.current && words.length > 0;
    if (next || opensFirst) event.preventDefault();
    if (next) next.focus();
    else if (opensFirst) stops[1]?.click();
    // A letter typed on a result goes on in the field.
    else if (key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey) input.current?.focus();
  };
  return (
    <Dialog title={t('common:find.title')} close={t('common:close')} onClose={onClose}>
      <div role="search" className="stack" onKeyDown={press}>
        <input
          ref={setInput}
          role="searchbox"
          enterKeyHint="search"
          className="input"
          aria-label={t('common:find.title')}
          placeholder={t('common:find.hint')}
          maxLength={SEARCH_MAX}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {isLost && <Notice kind="bad">{t('team:list.broken')}</Notice>}
        <Results words={words} found={found} isLooking={isLooking} />
      </div>
    </Dialog>
  );
}

function ThemeItem() {
  const { t } = useReader();
  const theme = useShared($theme) ?? document.documentElement.dataset['theme'];
  return (
    <button
      type="button"
      className="item"
      aria-pressed={theme === 'dark'}
      onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <Icon name={theme === 'dark' ? 'moon' : 'sun'} />
      {t('common:frame.dark_theme')}
    </button>
  );
}

function LinkItem() {
  const { t } = useReader();
  const link = useShared($partnersLink);
  return link && <Copy look="item" text={link} label={t('team:invite.title')} />;
}

type ResultsProps = { words: readonly string[] } & Omit<ReturnType<typeof useFound>, 'isLost'>;

function Results({ words, found, isLooking }: ResultsProps) {
  const reader = useReader();
  const { t, language } = reader;
  const former = t('common:former_member');
  const has = (label: string) => hasWords(foldName(label), words);
  const pages = pagesToFind(reader).filter(({ label }) => has(label));
  const { members, transactions, posts } = found;
  const actions = [
    has(t('common:frame.dark_theme')) && <ThemeItem key="theme" />,
    has(t('team:invite.title')) && <LinkItem key="link" />,
  ].filter(Boolean);
  const count = pages.length + actions.length + members.length + transactions.length + posts.length;
  return (
    <div className="stack tight" aria-busy={isLooking}>
      <p className="hidden-text" role="status">
        {words.length > 0 && !isLooking && t('common:find.found', { count })}
      </p>
      {count === 0 && !isLooking && <p className="hint">{t('common:nothing_found')}</p>}
      <Group title={t('team:title')} count={members.length}>
        {members.map((member) => (
          <a key={member.username} className="item" href={path(language, 'teamMember', { username: member.username })}>
            <UserCard user={member} tier={roleLook(member.career_status).tier} former={former} />
          </a>
        ))}
      </Group>
      <Group title={t('transactions:title')} count={transactions.length}>
        {transactions.map(({ id, plan, place, state, created_at: at }) => (
          <a key={id} className="item" href={path(language, 'transaction', { id })}>
            <Icon name="licenses" />
            <span>
              {t('places:plan_titled', { number: plan.number, title: plan.title })}
              <br />
              <small className="hint">
                {[place, t(`transactions:state.${state}`), whenOf(at, reader)].filter(Boolean).join(' · ')}
              </small>
            </span>
          </a>
        ))}
      </Group>
      <Group title={t('feed:title')} count={posts.length}>
        {posts.map(({ id, kind, title, published_at: at }) => (
          <a key={id} className="item" href={path(language, 'post', { id })}>
            <Icon name={kind === 'webinar' ? 'video' : 'feed'} />
            <span>
              {title}
              <br />
              <small className="hint">{whenOf(at, reader)}</small>
            </span>
          </a>
        ))}
      </Group>
      <Group title={t('common:find.pages')} count={pages.length + actions.length}>
        {pages.map(({ href, icon, label }) => (
          <a key={href} className="item" href={href}>
            <Icon name={icon} />
            {label}
          </a>
        ))}
        {actions}
      </Group>
    </div>
  );
}

function Group({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <p className="kicker">{title}</p>
      {children}
    </section>
  );
}

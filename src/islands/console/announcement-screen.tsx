import { useState } from 'react';
import {
  type AnnouncementDraft,
  type AnnouncementFields,
  discardAnnouncement,
  getAnnouncement,
  saveAnnouncement,
  sendConsoleAnnouncement,
  stopAnnouncement,
} from '#contracts/console/announcements.ts';
import { ANNOUNCEMENT_TEXT_MAX, ANNOUNCEMENT_TITLE_MAX, isEditable } from '#domain/announcements.ts';
import { consolePath } from '#domain/console-paths.ts';
import { type Language, LANGUAGES, tagOf } from '#domain/languages.ts';
import { whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { AllTexts, AnnouncementPreview, countText, segmentText, STATE_BADGES } from './announcement-parts.tsx';
import { AnnouncementSegment, type Plan } from './announcement-segment.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { Facts } from './facts.tsx';
import { SavedWords, SaveFault } from './field-draft-state.tsx';
import { useConsole } from './use-console.tsx';
import { useFieldDraft } from './use-field-draft.ts';
import { useLanguageTab } from './use-language-tab.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { usePoll } from './use-poll.ts';

type Props = { start: AnnouncementDraft; canSend: boolean; plans: readonly Plan[]; at: Language };
type Act = 'send' | 'stop' | 'discard';

export const AnnouncementScreen = withReader(function AnnouncementScreen({ start, canSend, plans, at }: Props) {
  const { t } = useReader();
  const { call, confirmation } = useConsole();
  const { id } = start;
  const draft = useFieldDraft<AnnouncementFields, AnnouncementDraft>(start, async (input) => {
    const answer = await call(saveAnnouncement, { id, ...input });
    // The first save gives the page its own address.
    if (answer?.success) history.replaceState(null, '', consolePath('announcement', { id }) + location.search);
    return answer;
  });
  const { saved, replace } = draft;
  const [act, setAct] = useState<Act>();
  const [message, setMessage] = useState('');
  useLeaveGuard(draft.state !== 'saved');
  usePoll(saved.state === 'sending', async () => {
    const answer = await call(getAnnouncement, { id });
    if (answer?.success) replace(answer.data);
  });
  const done = (next: AnnouncementDraft) => {
    setAct(undefined);
    replace(next);
    setMessage(next.state === 'draft' ? '' : t(`console_content:announcements.${MESSAGES[next.state]}`));
  };
  return (
    <>
      <Head {...{ draft, canSend }} onAct={setAct} />
      <div role="status">{message && <Notice kind="ok">{message}</Notice>}</div>
      {isEditable(saved.state) ? <Editor {...{ draft, canSend, plans, at }} /> : <Delivery row={saved} />}
      {act === 'discard' && (
        <DiscardDialog
          call={call}
          contract={discardAnnouncement}
          input={{ id, seen: saved.draft?.changed_at ?? '' }}
          onDone={() => location.assign(consolePath('announcements'))}
          onClose={() => setAct(undefined)}
        />
      )}
      {(act === 'send' || act === 'stop') && (
        <ActDialog
          title={t(`console_content:announcements.${act}_title`)}
          isBad={act === 'stop'}
          command={() => ({ words: ['announcements', act, id] })}
          call={call}
          contract={act === 'send' ? sendConsoleAnnouncement : stopAnnouncement}
          input={{ id, ...(act === 'send' && { seen: saved.draft?.changed_at ?? '' }) }}
          onDone={done}
          onClose={() => setAct(undefined)}
        >
          {act === 'send' && <SendFacts row={saved} />}
          <p>{t(`console_content:announcements.${act}_text`)}</p>
        </ActDialog>
      )}
      {confirmation}
    </>
  );
});

const MESSAGES = {
  declined: 'waiting',
  waiting: 'waiting',
  sending: 'sent',
  sent: 'sent',
  stopped: 'stopped',
} as const;

type FieldDraft = ReturnType<typeof useFieldDraft<AnnouncementFields, AnnouncementDraft>>;
type HeadProps = { draft: FieldDraft; canSend: boolean; onAct: (act: Act) => void };

function Head({ draft: { saved, state, refusal }, canSend, onAct }: HeadProps) {
  const reader = useReader();
  const { t } = reader;
  const { draft, is_complete: isComplete } = saved;
  const isOpen = isEditable(saved.state);
  const isSaved = isOpen && state === 'saved' && draft !== null;
  return (
    <>
      <div className="row">
        <Badge kind={STATE_BADGES[saved.state]}>{t(`console_content:announcements.states.${saved.state}`)}</Badge>
        {canSend && isSaved && isComplete && (
          <Button type="button" variant="primary" onClick={() => onAct('send')}>
            {t('console_content:announcements.send')}
          </Button>
        )}
        {canSend && isSaved && (
          <Button type="button" variant="plain" onClick={() => onAct('discard')}>
            {t('console_content:draft.discard')}
          </Button>
        )}
        {canSend && saved.state === 'sending' && (
          <Button type="button" variant="bad" onClick={() => onAct('stop')}>
            {t('console_content:announcements.stop')}
          </Button>
        )}
        <SavedWords state={state} draft={isOpen ? draft : null} />
      </div>
      <div role="status">
        <SaveFault {...{ state, refusal }} href={consolePath('announcement', { id: saved.id })} />
      </div>
    </>
  );
}

type EditorProps = Omit<Props, 'start'> & { draft: FieldDraft };

function Editor({ draft: { saved, fields, change }, canSend, plans, at }: EditorProps) {
  const reader = useReader();
  const { t } = reader;
  const { language, openTab } = useLanguageTab(at, saved.fallback);
  // Input typed before hydration would be lost, so the fields are disabled.
  const isAwake = useIsAwake();
  const text = fields.texts.find((one) => one.language === language);
  const changeText = (newText: { title?: string; text?: string }) =>
    change({ texts: fields.texts.map((one) => (one.language === language ? { ...one, ...newText } : one)) });
  return (
    <fieldset className="bare stack" disabled={!canSend || !isAwake}>
      <section className="card stack" aria-labelledby="texts">
        <h2 id="texts">{t('console_content:announcements.text')}</h2>
        <p className="hint">
          {t('console_content:announcements.fallback', { language: t(`console_content:languages.${saved.fallback}`) })}
        </p>
        <Tabs
          label={t('console_content:announcements.text')}
          items={LANGUAGES.map(({ segment, name }) => ({
            label: name,
            href: `?language=${segment}`,
            isCurrent: segment === language,
            note: fields.texts.some((one) => one.language === segment && (!one.title.trim() || !one.text.trim()))
              ? t('console_content:posts.no_text')
              : undefined,
          }))}
          onClick={openTab}
        />
        {text && (
          <div className="sides" key={language}>
            <div className="stack">
              <TextField
                name={`title_${language}`}
                lang={tagOf(language)}
                label={t('console_content:announcements.name')}
                maxLength={ANNOUNCEMENT_TITLE_MAX}
                value={text.title}
                onChange={({ currentTarget: { value } }) => changeText({ title: value })}
              />
              <TextField
                name={`text_${language}`}
                lang={tagOf(language)}
                isMultiline
                rows={8}
                label={t('console_content:announcements.text')}
                hint={t('console_content:announcements.text_hint')}
                maxLength={ANNOUNCEMENT_TEXT_MAX}
                value={text.text}
                onChange={({ currentTarget: { value } }) => changeText({ text: value })}
              />
            </div>
            <section aria-labelledby="preview" className="preview stack">
              <h3 id="preview" className="muted">
                {t('console_content:announcements.preview')}
              </h3>
              <AnnouncementPreview text={text} />
            </section>
          </div>
        )}
        <TextField
          name="link"
          type="text"
          label={t('console_content:announcements.link')}
          hint={t('console_content:announcements.link_hint')}
          maxLength={500}
          value={fields.link}
          onChange={({ currentTarget: { value } }) => change({ link: value })}
        />
      </section>
      <AnnouncementSegment {...{ saved, fields, plans, change }} />
    </fieldset>
  );
}

/** Before it is sent: to whom, how many, and every text. */
function SendFacts({ row }: { row: AnnouncementDraft }) {
  const reader = useReader();
  const { t } = reader;
  return (
    <>
      <p>
        <b>{countText(row, reader)}</b> · {segmentText(row.fields, reader)}
      </p>
      {row.needs_approval && <Notice>{t('console_content:announcements.needs_approval')}</Notice>}
      <AllTexts fields={row.fields} />
    </>
  );
}

function Delivery({ row }: { row: AnnouncementDraft }) {
  const reader = useReader();
  const { t } = reader;
  const { recipients, notified, emailed, started_at: startedAt, finished_at: finishedAt, fields } = row;
  return (
    <>
      <section className="card stack" aria-labelledby="delivery">
        <h2 id="delivery">{t('console_content:announcements.progress')}</h2>
        {row.state === 'sending' && <progress max={recipients ?? 0} value={notified} aria-labelledby="delivery" />}
        <Facts
          facts={[
            { name: t('console_content:announcements.to'), value: segmentText(fields, reader) },
            { name: t('console_content:announcements.recipients'), value: recipients ?? '–' },
            { name: t('console_content:announcements.notified'), value: notified },
            ...(fields.by_email ? [{ name: t('console_content:announcements.emailed'), value: emailed }] : []),
            { name: t('console_content:announcements.created_by'), value: row.created_by },
            ...(startedAt
              ? [
                  {
                    name: t('console_content:announcements.sent_by'),
                    value: row.sent_by ?? t('console_content:announcements.command'),
                  },
                  { name: t('console_content:announcements.started'), value: whenOf(startedAt, reader) },
                ]
              : []),
            ...(row.approved_by
              ? [{ name: t('console_content:announcements.approved_by'), value: row.approved_by }]
              : []),
            ...(finishedAt
              ? [{ name: t('console_content:announcements.finished'), value: whenOf(finishedAt, reader) }]
              : []),
            ...(fields.link
              ? [{ name: t('console_content:announcements.link'), value: fields.link, isExact: true }]
              : []),
          ]}
        />
      </section>
      <section className="card stack" aria-labelledby="texts">
        <h2 id="texts">{t('console_content:announcements.text')}</h2>
        <AllTexts fields={fields} />
      </section>
    </>
  );
}

import { useState } from 'react';
import {
  type ConsolePostDraft,
  discardPostDraft,
  type PostFields,
  publishPostDraft,
  savePostDraft,
} from '#contracts/console/posts.ts';
import { consolePath } from '#domain/console-paths.ts';
import { POST_CATEGORIES, POST_KINDS } from '#domain/feed.ts';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES, tagOf } from '#domain/languages.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { NO_ERRORS } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Select } from '#components/ui/select.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { DifferenceView } from './difference-view.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { SavedWords, SaveFault } from './field-draft-state.tsx';
import { PostPreview } from './post-preview.tsx';
import { STATE_BADGES } from './posts-screen.tsx';
import { useConsole } from './use-console.tsx';
import { useFieldDraft } from './use-field-draft.ts';
import { useLanguageTab } from './use-language-tab.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

type Props = { start: ConsolePostDraft; canChange: boolean; at: Language };

export const PostScreen = withReader(function PostScreen({ start, canChange, at }: Props) {
  const reader = useReader();
  const { t } = reader;
  const { call, confirmation } = useConsole();
  const draft = useFieldDraft<PostFields, ConsolePostDraft>(start, (input) =>
    call(savePostDraft, { slug: start.slug, ...input }),
  );
  const { saved: post, fields, state, refusal, change, replace } = draft;
  // Every post has it.
  const { language, openTab } = useLanguageTab(at, DEFAULT_LANGUAGE);
  const [dialog, setDialog] = useState<'publish' | 'discard'>();
  const [message, setMessage] = useState('');
  // Input typed before hydration would be lost, so the fields are disabled.
  const isAwake = useIsAwake();
  useLeaveGuard(state !== 'saved');
  const isDraftSaved = state === 'saved' && post.draft !== null;
  const text = fields.texts.find((item) => item.language === language);
  const changeText = (newText: { title?: string; markdown?: string }) =>
    change({ texts: fields.texts.map((item) => (item.language === language ? { ...item, ...newText } : item)) });
  const isIncomplete = ({ title, markdown }: { title: string; markdown: string }) => !title.trim() || !markdown.trim();
  return (
    <>
      <div className="row">
        {post.state && <Badge kind={STATE_BADGES[post.state]}>{t(`console_content:posts.states.${post.state}`)}</Badge>}
        {canChange && isDraftSaved && post.wrong.length === 0 && (
          <Button type="button" variant="primary" onClick={() => setDialog('publish')}>
            {t('console_content:posts.publish')}
          </Button>
        )}
        {canChange && isDraftSaved && (
          <Button type="button" variant="plain" onClick={() => setDialog('discard')}>
            {t('console_content:draft.discard')}
          </Button>
        )}
        <SavedWords state={state} draft={post.draft} />
      </div>
      <div role="status">
        {message && <Notice kind="ok">{message}</Notice>}
        <SaveFault {...{ state, refusal }} href={consolePath('post', { slug: post.slug })} />
      </div>
      <fieldset className="bare stack" disabled={!canChange || !isAwake}>
        <section className="card stack" aria-labelledby="texts">
          <h2 id="texts">{t('console_content:posts.texts')}</h2>
          <Tabs
            label={t('console_content:posts.texts')}
            items={LANGUAGES.map(({ segment, name }) => ({
              label: name,
              href: `?language=${segment}`,
              isCurrent: segment === language,
              note: fields.texts.some((item) => item.language === segment && isIncomplete(item))
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
                  label={t('console_content:posts.name')}
                  value={text.title}
                  onChange={({ currentTarget: { value } }) => changeText({ title: value })}
                />
                <TextField
                  name={`markdown_${language}`}
                  lang={tagOf(language)}
                  isMultiline
                  rows={16}
                  maxLength={60_000}
                  label={t('console_content:posts.text')}
                  value={text.markdown}
                  onChange={({ currentTarget: { value } }) => changeText({ markdown: value })}
                />
              </div>
              <section aria-labelledby="preview" className="preview stack">
                <h3 id="preview" className="muted">
                  {t('console_content:posts.preview')}
                </h3>
                <p className="preview-title" lang={tagOf(language)}>
                  {text.title}
                </p>
                <PostPreview call={call} markdown={text.markdown} lang={tagOf(language)} />
              </section>
            </div>
          )}
        </section>
        <Facts fields={fields} isNew={post.state === null} onChange={change} />
      </fieldset>
      <section className="card stack" aria-labelledby="changes">
        <h2 id="changes">{t('console_content:draft.changes')}</h2>
        <DifferenceView wrong={post.wrong} changes={post.changes} />
        <details className="fold">
          <summary>{t('console_content:draft.file')}</summary>
          <pre className="command" tabIndex={0}>
            {post.file}
          </pre>
          <CopyButton
            text={post.file}
            label={t('console:act.copy')}
            texts={{ copied: t('console:act.copied'), byHand: t('console:act.copy') }}
          />
        </details>
      </section>
      {dialog === 'publish' && (
        <ActDialog
          title={t('console_content:posts.publish_title')}
          command={() => ({ words: ['posts', 'publish', `${post.slug}.md`] })}
          call={call}
          contract={publishPostDraft}
          input={{ slug: post.slug, shown: post.shown }}
          onDone={(published) => {
            setDialog(undefined);
            replace(published);
            setMessage(t('console_content:posts.published'));
          }}
          onClose={() => setDialog(undefined)}
        >
          <p>{t('console_content:posts.publish_text')}</p>
          <DifferenceView wrong={[]} changes={post.changes} />
        </ActDialog>
      )}
      {dialog === 'discard' && (
        <DiscardDialog
          call={call}
          contract={discardPostDraft}
          input={{ slug: post.slug, seen: post.draft?.changed_at ?? '' }}
          onDone={() => location.assign(post.state ? consolePath('post', { slug: post.slug }) : consolePath('posts'))}
          onClose={() => setDialog(undefined)}
        />
      )}
      {confirmation}
    </>
  );
});

type FactsProps = {
  fields: PostFields;
  isNew: boolean;
  onChange: (change: Partial<PostFields>) => void;
};

const LINKS = ['join_url', 'recording_url'] as const;

function Facts({ fields, isNew, onChange }: FactsProps) {
  const { t } = useReader();
  const { webinar } = fields;
  const changeWebinar = (change: Partial<PostFields['webinar']>) => onChange({ webinar: { ...webinar, ...change } });
  return (
    <section className="card stack" aria-labelledby="facts">
      <h2 id="facts">{t('console_content:posts.facts')}</h2>
      <div className="fields">
        <Select
          name="kind"
          label={t('console_content:posts.kind')}
          disabled={!isNew}
          value={fields.kind}
          options={POST_KINDS.map((value) => ({ value, label: t(`console_content:posts.kinds.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange({ kind: value as PostFields['kind'] })}
        />
        <Select
          name="category"
          label={t('console_content:posts.category')}
          value={fields.category}
          options={POST_CATEGORIES.map((value) => ({ value, label: t(`console_content:posts.categories.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange({ category: value as PostFields['category'] })}
        />
        <TextField
          name="published_at"
          type="datetime-local"
          label={t('console_content:posts.published_at')}
          hint={t('console_content:posts.when_hint')}
          value={fields.published_at}
          onChange={({ currentTarget: { value } }) => onChange({ published_at: value })}
        />
        <CheckField
          name="pinned"
          label={t('console_content:posts.is_pinned')}
          errors={NO_ERRORS}
          checked={fields.pinned}
          onChange={({ currentTarget: { checked } }) => onChange({ pinned: checked })}
        />
      </div>
      {fields.kind === 'webinar' && (
        <div className="fields">
          <TextField
            name="starts_at"
            type="datetime-local"
            label={t('console_content:posts.starts_at')}
            value={webinar.starts_at}
            onChange={({ currentTarget: { value } }) => changeWebinar({ starts_at: value })}
          />
          <TextField
            name="minutes"
            inputMode="numeric"
            maxLength={4}
            label={t('console_content:posts.minutes')}
            value={webinar.minutes}
            onChange={({ currentTarget: { value } }) => changeWebinar({ minutes: value })}
          />
          <TextField
            name="speaker"
            label={t('console_content:posts.speaker')}
            value={webinar.speaker}
            onChange={({ currentTarget: { value } }) => changeWebinar({ speaker: value })}
          />
          {LINKS.map((name) => (
            <TextField
              key={name}
              name={name}
              type="url"
              label={t(`console_content:posts.${name}`)}
              value={webinar[name]}
              onChange={({ currentTarget: { value } }) => changeWebinar({ [name]: value })}
            />
          ))}
        </div>
      )}
    </section>
  );
}

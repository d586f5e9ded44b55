import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#client/call.ts';
import { savePhoto } from '#contracts/photo.ts';
import type { Profile } from '#contracts/profile.ts';
import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import { refreshUser } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { loadSheet } from '#components/ui/load-sheet.ts';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import sheet from './crop.css?url';
import { CropDialog } from './crop-dialog.tsx';
import { FormNotice } from './form-notice.tsx';
import { type No, PhotoForm, useSavePhoto } from './photo-form.tsx';

export type PhotoUser = Pick<Profile, 'username' | 'photo' | 'is_former' | 'career_status'>;
type Props = { user: PhotoUser; rendered?: No | undefined };
type Chosen = { picture: ImageBitmap; type: string };

/** The photo: chosen, put right, saved and removed in place. */
export function PhotoCard({ user, rendered }: Props) {
  const { t, language } = useReader();
  const [photo, setPhoto] = useState(user.photo);
  const [chosen, setChosen] = useState<Chosen>();
  const input = useRef<HTMLInputElement>(null);
  const tell = (now: string | null, words: string) => {
    setPhoto(now);
    showToast(words);
    void refreshUser();
    input.current?.focus();
  };
  /** First the dialog goes: what it covers can't have the focus. */
  const close = () => {
    flushSync(() => setChosen(undefined));
    chosen?.picture.close();
    if (input.current) input.current.value = '';
  };
  const { isBusy, no, save, stop } = useSavePhoto(rendered, t, (saved) => {
    close();
    tell(saved, t('settings:done.photo_saved'));
  });
  /** What the browser can't show stays chosen: the form sends it, and the server says what is wrong with it. */
  const open = async (file: File | undefined) => {
    stop();
    if (!file) return;
    const [picture] = await Promise.all([createImageBitmap(file).catch(() => undefined), loadSheet(sheet)]);
    if (picture) setChosen({ picture, type: file.type });
  };
  return (
    <section className="card stack">
      <FormNotice text={no && !no.isAtField && !chosen ? no.text : undefined} />
      <div className="row">
        <Avatar
          user={{ ...user, photo }}
          size="xl"
          tier={roleLook(user.career_status).tier}
          nobody={t('common:user')}
        />
        <div className="grow">
          <h2>{t('settings:photo.title')}</h2>
          <p className="hint" id="photo-hint">
            {t('settings:photo.hint')}
          </p>
        </div>
        <div className="row">
          <PhotoForm
            ref={input}
            errors={no?.isAtField ? [no.text] : []}
            isBusy={isBusy && !chosen}
            onChoose={(file) => void open(file)}
            onSend={(file) => void save(file)}
          />
          {photo && (
            <AskFirst
              page={path(language, 'photoRemoval')}
              label={t('settings:photo.remove')}
              variant="plain"
              question={t('settings:photo.ask')}
              text={t('settings:photo.ask_text')}
              confirm={t('settings:photo.remove')}
              keep={t('common:keep')}
              broken={t('common:line_broken')}
              act={() => call(savePhoto, {})}
              onDone={() => tell(null, t('settings:done.photo_removed'))}
            />
          )}
        </div>
      </div>
      {chosen && (
        <CropDialog
          {...chosen}
          isBusy={isBusy}
          no={no?.text}
          onSave={(file) => void save(file)}
          onClose={() => {
            stop();
            close();
          }}
        />
      )}
    </section>
  );
}

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { savePhoto } from '#contracts/photo.ts';
import type { Profile } from '#contracts/profile.ts';
import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import { refreshUser } from '#stores/session.ts';
import { showToast } from '#stores/toast.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { loadSheet } from '#components/ui/load-sheet.ts';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { FormNotice } from '#islands/shared/form.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import sheet from './crop.css?url';
import { CropDialog } from './crop-dialog.tsx';
import { PhotoForm, usePhotoForm } from './photo-form.tsx';

export type PhotoUser = Pick<Profile, 'username' | 'photo' | 'is_former' | 'career_status'>;
type Props = { user: PhotoUser; rendered?: Rendered | undefined };
type ChosenFile = { picture: ImageBitmap; type: string };

export function PhotoCard({ user, rendered }: Props) {
  const { t, language } = useReader();
  const [photo, setPhoto] = useState(user.photo);
  const [chosenFile, setChosenFile] = useState<ChosenFile>();
  const notify = (newPhoto: string | null, message: string) => {
    setPhoto(newPhoto);
    showToast(message);
    void refreshUser();
  };
  /** The dialog closes first: elements behind a modal can't take the focus. */
  const close = () => {
    flushSync(() => setChosenFile(undefined));
    chosenFile?.picture.close();
  };
  const form = usePhotoForm(rendered, (saved) => {
    close();
    notify(saved, t('settings:done.photo_saved'));
  });
  /** A file that the browser can't decode stays in the form, so that the server explains the refusal. */
  const open = async (file: File | undefined) => {
    form.forget();
    if (!file) return;
    const [picture] = await Promise.all([createImageBitmap(file).catch(() => undefined), loadSheet(sheet)]);
    if (picture) setChosenFile({ picture, type: file.type });
  };
  return (
    <section className="card stack">
      {!chosenFile && <FormNotice of={form} />}
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
          <PhotoForm form={form} isBusy={form.isBusy && !chosenFile} onChoose={(file) => void open(file)} />
          {photo && (
            <AskFirst
              contract={savePhoto}
              input={{}}
              page={path(language, 'photoRemoval')}
              label={t('settings:photo.remove')}
              variant="plain"
              question={t('settings:photo.ask')}
              text={t('settings:photo.ask_text')}
              confirm={t('settings:photo.remove')}
              onDone={() => {
                notify(null, t('settings:done.photo_removed'));
                form.hookForm.setFocus('photo');
              }}
            />
          )}
        </div>
      </div>
      {chosenFile && (
        <CropDialog
          {...chosenFile}
          isBusy={form.isBusy}
          refusal={form.notice?.text ?? form.field('photo').errors[0]}
          onSave={form.sendSquare}
          onClose={() => {
            form.forget();
            form.element.current?.reset();
            close();
          }}
        />
      )}
    </section>
  );
}

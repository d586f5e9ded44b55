import type { ReaderProps } from '#i18n/reader.ts';
import { useReader } from '../use-reader.ts';
import { PhotoCard, type PhotoUser } from './photo-card.tsx';
import { PHOTO_TEXTS, type PhotoText } from './texts.ts';
import type { No } from './photo-form.tsx';

type Props = ReaderProps<PhotoText> & { user: PhotoUser; rendered: No | undefined };

/** Where a photo that was refused is chosen again without a script. */
export function PhotoScreen({ user, rendered, ...props }: Props) {
  return <PhotoCard user={user} rendered={rendered} reader={useReader(PHOTO_TEXTS, props)} />;
}

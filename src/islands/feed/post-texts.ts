import type { TextKey } from '#i18n/text-keys.ts';
import type { Text } from './texts.ts';

/** What the page of a post says; it stands still and takes its texts as the server has them. */
export type PostText = Text | (TextKey & `feed:webinar.${'starts' | 'length' | 'minutes' | 'speaker' | 'join_later'}`);

import type { CareerStatus } from './career-status.ts';
import type { Language } from './languages.ts';
import { plainText } from './plain-text.ts';

export const ANNOUNCEMENT_STATES = ['draft', 'waiting', 'declined', 'sending', 'sent', 'stopped'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** Instead of an id: a draft that nobody has saved yet. */
export const NEW_ANNOUNCEMENT = 'new';

/** While it waits for approval, the text is the one that will be approved. */
export function isEditable(state: AnnouncementState): boolean {
  return state === 'draft' || state === 'declined';
}

export const ACTIVITIES = ['all', 'active', 'inactive'] as const;

/** An empty list or text means everybody. `plan`: members with an open place of it. */
export type Segment = {
  languages: Language[];
  statuses: CareerStatus[];
  activity: (typeof ACTIVITIES)[number];
  plan: string;
};

export type AnnouncementText = { title: string; text: string };
export type AnnouncementTexts = Partial<Record<Language, AnnouncementText | undefined>>;

export const ANNOUNCEMENT_TITLE_MAX = 120;
export const ANNOUNCEMENT_TEXT_MAX = 1_000;

/** The fallback is required when it is sent. */
export function announcementIn(texts: AnnouncementTexts, language: Language, fallback: Language): AnnouncementText {
  return texts[language] ?? texts[fallback] ?? { title: '', text: '' };
}

/** Keeps lines, at most one empty line between them. */
export function plainLines(typed: string): string {
  const lines = typed.split(/\r\n|[\r\n]/).map(plainText);
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

import type { SupportAbout } from '#domain/support.ts';
import type { FieldErrors } from '#islands/shared/use-form.ts';

/** The form as the page renders it. */
export type FormStart = {
  typed: Partial<Record<'topic' | 'message' | 'send_email', string>>;
  /** What makes one request of a form that is sent twice. */
  uid: string;
  about: SupportAbout | undefined;
  errors: FieldErrors;
  /** What is wrong with it as a whole. */
  notice: string | undefined;
  /** Filled with what was typed before a session ended. */
  isKept: boolean;
};

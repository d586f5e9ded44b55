import type { SupportAbout } from '#domain/support.ts';
import type { FieldErrors } from '#islands/shared/use-form.ts';

export type FormStart = {
  typed: Partial<Record<'topic' | 'message' | 'send_email', string>>;
  /** Idempotency key. */
  uid: string;
  about: SupportAbout | undefined;
  errors: FieldErrors;
  notice: string | undefined;
  /** Filled with text that was typed before a session ended. */
  isKept: boolean;
};

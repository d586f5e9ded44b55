export const LEGAL_DOCUMENTS = ['terms', 'privacy', 'company', 'withdrawal', 'complaints', 'accessibility'] as const;
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

/** Without them, an installation in production doesn't start. */
export const REQUIRED_DOCUMENTS = ['terms', 'privacy', 'company'] as const satisfies LegalDocument[];

/** Members agree to the first and read the second. */
export const CONSENT_DOCUMENTS = ['terms', 'privacy'] as const satisfies LegalDocument[];

export function isLegalDocument(text: string): text is LegalDocument {
  return (LEGAL_DOCUMENTS as readonly string[]).includes(text);
}

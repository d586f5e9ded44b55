import DOMPurify from 'dompurify';

type Rules = { createHTML: (markup: string) => string };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

let isPurifying = false;

/**
 * Tom Select and air-datepicker write markup as text. Where the page's Trusted Types would refuse it, DOMPurify looks
 * through all text that is to become markup. Scripts and their addresses are refused as ever. Whatever writes markup
 * imports this first; a page may make the policy once, and modules run once.
 */
(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', { createHTML: purify });

/** DOMPurify parses the text itself, in a document of its own where nothing runs, and is asked about that too. */
function purify(markup: string): string {
  if (isPurifying) return markup;
  isPurifying = true;
  try {
    return DOMPurify.sanitize(markup, { TRUSTED_TYPES_POLICY: null as never });
  } finally {
    isPurifying = false;
  }
}

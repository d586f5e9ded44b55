import DOMPurify from 'dompurify';

type Rules = { createHTML: (markup: string) => string };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

let isPurifying = false;

/**
 * Where the page requires Trusted Types, DOMPurify looks through all text that is to become markup. Scripts and their
 * addresses are refused as ever. A page may make one such policy, so no select to search in or date field stands here.
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

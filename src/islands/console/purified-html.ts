import DOMPurify from 'dompurify';

type Rules = { createHTML: (markup: string) => string };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

let isPurifying = false;

/** One default policy per page: no combobox or date field here, they bring their own (ui/trusted-types.ts). */
(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', { createHTML: purify });

/** DOMPurify's own parsing passes through this policy too; its document runs no scripts. */
function purify(markup: string): string {
  if (isPurifying) return markup;
  isPurifying = true;
  try {
    return DOMPurify.sanitize(markup, { TRUSTED_TYPES_POLICY: null as never });
  } finally {
    isPurifying = false;
  }
}

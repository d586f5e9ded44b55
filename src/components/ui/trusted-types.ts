type Rules = { createHTML: (markup: string) => string | null };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

/** Text, and tags whose attributes can neither run nor fetch anything. */
const HARMLESS =
  /^(?:[^<]|<\/?(?:div|i|input|nav|path|svg)(?:\s(?:autocomplete|class|d|data-[a-z-]+|role|size|tabindex|type)=(?:"[^"]*"|'[^']*'))*\s?\/?>)*$/;

/**
 * Tom Select and air-datepicker write their own few tags as text. Where the page requires Trusted Types, these pass and
 * nothing else does. Whatever uses them imports this first; a page may make the policy once, and modules run once.
 */
(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (HARMLESS.test(markup) ? markup : null),
});

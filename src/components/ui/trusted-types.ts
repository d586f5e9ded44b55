type Rules = { createHTML: (markup: string) => string | null };
type Factory = { createPolicy: (name: string, rules: Rules) => unknown };

/** Text, and tags whose attributes can't run or load anything. */
const HARMLESS =
  /^(?:[^<]|<\/?(?:div|i|input|nav|path|svg)(?:\s(?:autocomplete|class|d|data-[a-z-]+|role|size|tabindex|type)=(?:"[^"]*"|'[^']*'))*\s?\/?>)*$/;

/** For Tom Select and air-datepicker, which write HTML and import this first. A page may create it only once. */
(globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', {
  createHTML: (markup) => (HARMLESS.test(markup) ? markup : null),
});

/** Colours and sizes of src/styles/tokens.css; the page has no other stylesheet. */
export const API_DOCS_STYLE = `
:root { color-scheme: dark; --bg: #0e1220; --surface: #151b2c; --well: #0a0e1a; --line: #29324a; --text: #edf0f8; --muted: #a9b3ca; --link: #a9c0ff }
@media (prefers-color-scheme: light) {
  :root { color-scheme: light; --bg: #f4f6fb; --surface: #fff; --well: #eef1f8; --line: #d5dbe8; --text: #171d30; --muted: #55607a; --link: #2f4fc4 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, 'Noto Sans', sans-serif }
h1 { font: 700 clamp(1.625rem, 1.3rem + 1.2vw, 2.125rem)/1.2 ui-serif, 'Noto Serif', Georgia, serif; margin: 0 }
h2 { margin: 3rem 0 0.5rem; font-size: 1.375rem; line-height: 1.2 }
h3 { margin: 0; font-size: 1.125rem }
p, ol, ul, dl, pre { margin: 0.5rem 0 }
a { color: var(--link) }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px }
code, pre { font: 0.875rem/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
pre { padding: 0.75rem; border-radius: 0.5rem; background: var(--well); border: 1px solid var(--line); white-space: pre-wrap }
article { margin-top: 1rem; padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--surface) }
.path { color: var(--muted) }
summary { min-height: 2.75rem; padding-block: 0.625rem; cursor: pointer; overflow-wrap: anywhere }
dt { margin-top: 0.75rem; font-weight: 600 }
dd { margin: 0 }
nav ul { padding: 0; list-style: none; display: grid; gap: 0.5rem }
nav a { display: inline-block; min-width: 9rem; padding-block: 0.25rem }
li { margin-block: 0.5rem }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; margin-block: 0.75rem }
caption { padding-block: 0.5rem; text-align: start; font-weight: 600 }
th, td { padding: 0.375rem 0.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: anywhere }
th { color: var(--muted) }
`;

/** Puts the unsent support message into the offline page. */
export async function fillOfflinePage(page: Response, typed: FormData): Promise<Response> {
  const fields = [...typed].flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []));
  const inputs = fields.map(
    ({ name, value }) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const message = fields.find(({ name }) => name === 'message')?.value ?? '';
  const html = (await page.text())
    .replace(/<(\/?)template\b/g, '<$1div')
    .replace('{inputs}', () => inputs.join(''))
    .replace('{message}', () => escape(message));
  return new Response(html, { headers: page.headers });
}

function escape(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

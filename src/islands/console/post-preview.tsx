import { useEffect, useEffectEvent, useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { previewPost } from '#contracts/console/posts.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import './purified-html.ts';

const PAUSE_MS = 400;

/** The feed's renderer makes the HTML on the server; the Trusted Types policy purifies it again. */
export function PostPreview({ call, markdown, lang }: { call: Call; markdown: string; lang: string }) {
  const [html, setHtml] = useState('');
  const begin = useNewest();
  const render = useEffectEvent(async (text: string) => {
    const isNewest = begin();
    const answer = await call(previewPost, { markdown: text });
    // Outdated answers are dropped; after a failure the last preview stays.
    if (isNewest() && answer?.success) setHtml(answer.data.html);
  });
  useEffect(() => {
    const timer = setTimeout(() => void render(markdown), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [markdown]);
  return <div className="stack prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}

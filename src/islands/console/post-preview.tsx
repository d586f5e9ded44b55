import { useEffect, useRef, useState } from 'react';
import '#components/ui/trusted-types.ts';
import type { Call } from '#contracts/call.ts';
import { previewPost } from '#contracts/console/posts.ts';

const PAUSE_MS = 400;

/** The HTML is the server's, made by what makes the feed; the page's Trusted Types have it looked through once more. */
export function PostPreview({ ask, markdown, lang }: { ask: Call; markdown: string; lang: string }) {
  const [html, setHtml] = useState('');
  const newest = useRef(0);
  useEffect(() => {
    const number = (newest.current += 1);
    const timer = setTimeout(async () => {
      const answer = await ask(previewPost, { markdown });
      // A late answer to an earlier text is left out; without one the last preview stays.
      if (number === newest.current && answer?.success) setHtml(answer.data.html);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the call is made anew with each rendering and does the same
  }, [markdown]);
  return <div className="stack prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}

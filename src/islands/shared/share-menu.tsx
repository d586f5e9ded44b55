import type { Post } from '#contracts/feed.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useIsAwake } from '#components/ui/use-is-awake.ts';
import { Copy } from './copy.tsx';
import { useReader } from './use-reader.tsx';

/** Posts are for members only, so the title and the member's own link are shared. */
type Props = { post: Pick<Post, 'id' | 'title'>; link: string };

export function ShareMenu({ post, link }: Props) {
  const { t } = useReader();
  const { title } = post;
  const id = `share-${post.id}`;
  const isAwake = useIsAwake();
  const services = [
    { name: 'Telegram', href: `https://t.me/share/url?${query({ url: link, text: title })}` },
    { name: 'WhatsApp', href: `https://wa.me/?${query({ text: `${title}\n${link}` })}` },
  ];
  return (
    <>
      <button type="button" className="btn plain" popoverTarget={id} tabIndex={0}>
        <Icon name="share" size="small" />
        <span className="label">{t('feed:share.button')}</span>
      </button>
      <div id={id} popover="" className="popover menu near" role="group" aria-label={t('feed:share.button')}>
        {services.map(({ name, href }) => (
          <a key={name} className="item" href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
        <a className="item" href={`mailto:?${query({ subject: title, body: `${title}\n\n${link}` })}`}>
          {t('feed:share.email')}
        </a>
        {isAwake && 'share' in navigator && (
          <button type="button" className="item" onClick={() => void shareByDevice({ url: link, text: title })}>
            {t('feed:share.device')}
          </button>
        )}
        <Copy text={link} label={t('feed:share.copy')} look="item" />
      </div>
    </>
  );
}

function query(params: Record<string, string>): string {
  return Object.entries(params)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Rejects when the member closes the sheet, which needs no message. */
async function shareByDevice(data: ShareData): Promise<void> {
  await navigator.share(data).catch(() => {});
}

import type { Context, Handler } from 'hono';
import { getPartner } from '#contracts/partner.ts';
import { cardVersion } from '#domain/partner-card.ts';
import { cardDrawer } from '#server/members/partner/index.ts';
import type { Config } from '#server/base/config.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import { type ApiCall, type photosOver, refused } from './ask.ts';

const LASTING = 'public, max-age=31536000, immutable';
const SHORT_LIVED = 'public, max-age=300';

type Look = Pick<Config, 'productName' | 'brand'>;

export function cardRoute(
  apiCallFor: (context: Context<HttpEnv>) => ApiCall,
  readPhoto: ReturnType<typeof photosOver>,
  { productName, brand }: Look,
): Handler<HttpEnv> {
  const colors = brand?.palettes.dark;
  const logo = brand && `data:${brand.logo.type};base64,${brand.logo.bytes.toString('base64')}`;
  const draw = cardDrawer({ productName, colors, logo });
  return async (context) => {
    const ref = (context.req.param('file') ?? '').replace(/\.png$/, '');
    const partner = await apiCallFor(context)(getPartner, { ref });
    if (!partner.success) return refused(partner.error);
    const face = partner.data;
    const photo = face.photo === null ? undefined : await readPhoto(context, face.photo);
    const picture = await draw(face, photo);
    const isWhole = face.photo === null || photo !== undefined;
    const isItsAddress = context.req.query('v') === cardVersion(face, brand?.version);
    return context.body(picture, 200, {
      'content-type': 'image/png',
      'cache-control': isWhole && isItsAddress ? LASTING : SHORT_LIVED,
      // Messengers in a browser embed the image in their own pages.
      'cross-origin-resource-policy': 'cross-origin',
    });
  };
}

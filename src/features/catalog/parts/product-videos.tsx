import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import type { ProductView } from '../contract.ts'

/** The films of a product. Nothing of them is fetched, and nothing moves, before somebody starts one. */
export function ProductVideos({ product, ctx: { t } }: { product: ProductView; ctx: Ctx }): ReactNode {
  if (product.videos.length === 0) return null
  return (
    <section className="product-videos" aria-labelledby="videos">
      <h2 id="videos">{t('product.videos')}</h2>
      <ul>
        {product.videos.map(({ src, type, title, poster, captions }) => (
          <li key={src}>
            <figure>
              {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the merchant gives them, where anything is said */}
              <video controls preload="none" playsInline poster={poster ?? undefined} aria-label={title}>
                <source src={src} type={type} />
                {captions.map((track) => (
                  <track
                    key={track.src}
                    kind="captions"
                    src={track.src}
                    srcLang={track.lang}
                    label={track.label}
                    default={track.isOwn}
                  />
                ))}
                <a href={src}>{title}</a>
              </video>
              <figcaption>{title}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}

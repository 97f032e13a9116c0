import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { calmly, watchStrip } from '#ui/strip.ts'
import type { GalleryPicture } from './pictures.ts'
import { pictureId, showPicture } from './strip.ts'
import type { CloseUp as CloseUpPart } from './close-up.tsx'
import type { productImageTexts } from './texts.ts'

type Keys = (typeof productImageTexts)[number]

export interface ProductImageProps {
  title: string
  /** The chosen SKU's picture first. */
  pictures: readonly GalleryPicture[]
  sizes: string
  texts: Texts<Keys>
  lang: string
  external?: boolean
}

/** The product's pictures: a strip that is pushed by hand, with or without scripts. */
export default function ProductImage({ title, pictures, sizes, texts, lang }: ProductImageProps): ReactNode {
  const t = translator(texts, lang)
  const strip = useRef<HTMLUListElement>(null)
  // Loaded when the close-up opens. An object, because React's setter would call a function.
  const [near, setNear] = useState<{ CloseUp: typeof CloseUpPart } | null>(null)
  const [at, setAt] = useState(0)
  useSeen(strip, setAt)
  const count = pictures.length
  const go = (index: number): void => {
    const picture = pictures[(index + count) % count]
    if (picture) showPicture(picture.number, calmly())
  }
  const current = pictures[at] ?? pictures[0]
  if (!current) return <div className="product-image product-image-none" />
  return (
    <div className="product-image" role="group" aria-label={t('product.pictures', { title })}>
      <div className="product-image-stage">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
        <ul className="product-image-strip" ref={strip} tabIndex={count > 1 ? 0 : undefined}>
          {pictures.map((picture, index) => (
            <li
              key={picture.number}
              id={pictureId(picture.number)}
              aria-label={t('product.picture', { n: index + 1, count })}
            >
              <Picture
                picture={picture}
                sizes={sizes}
                from={320}
                to={1440}
                urgency={index === 0 ? 'high' : 'lazy'}
              />
              {count > 1 && (
                <span className="product-image-count" aria-hidden="true">
                  {index + 1} / {count}
                </span>
              )}
            </li>
          ))}
        </ul>
        <IconButton
          className="product-image-enlarge"
          label={t('product.enlarge')}
          onClick={() => void import('./close-up.tsx').then(setNear, () => {})}
        >
          <Icon name="plus" />
        </IconButton>
        {count > 1 && (
          <>
            <IconButton
              className="product-image-step product-image-previous"
              label={t('product.previous')}
              onClick={() => go(at - 1)}
            >
              <Icon name="chevron" />
            </IconButton>
            <IconButton
              className="product-image-step product-image-next"
              label={t('product.next')}
              onClick={() => go(at + 1)}
            >
              <Icon name="chevron" />
            </IconButton>
          </>
        )}
      </div>
      {count > 1 && <Thumbs pictures={pictures} at={at} go={go} t={t} />}
      {near && (
        <near.CloseUp
          closed={() => setNear(null)}
          title={title}
          picture={current}
          turn={(by) => go(at + by)}
          count={count}
          t={t}
        />
      )}
    </div>
  )
}

/** Each moves the strip to its picture. */
function Thumbs({
  pictures,
  at,
  go,
  t,
}: {
  pictures: readonly GalleryPicture[]
  at: number
  go: (index: number) => void
  t: Translate<Keys>
}): ReactNode {
  return (
    <ol className="product-image-thumbs">
      {pictures.map((picture, index) => (
        <li key={picture.number}>
          <button
            type="button"
            className="product-image-thumb"
            aria-label={t('product.picture', { n: index + 1, count: pictures.length })}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => go(index)}
          >
            <Picture picture={{ ...picture, alt: '' }} sizes="4.5rem" from={96} to={240} bare />
          </button>
        </li>
      ))}
    </ol>
  )
}

/** Follows the strip: calls `see` with the index of the picture that fills it. */
function useSeen(strip: RefObject<HTMLUListElement | null>, see: (index: number) => void): void {
  useEffect(() => {
    const list = strip.current
    if (!list) return
    return watchStrip(list, see)
  }, [strip, see])
}

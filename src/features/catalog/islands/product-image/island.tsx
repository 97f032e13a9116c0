import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture, type PictureSource } from '#ui/picture.tsx'
import { calmly, watchStrip } from '#ui/strip.ts'
import { pictureId, showPicture } from './strip.ts'
import type { productImageTexts } from './texts.ts'
import { startZoom, type Zoom } from './zoom.ts'

type Keys = (typeof productImageTexts)[number]

export interface GalleryPicture extends PictureSource {
  /** Its place among the product's pictures, by which a SKU names it. */
  number: number
}

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
  const [isNear, setNear] = useState(false)
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
          onClick={() => setNear(true)}
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
      <CloseUp
        isOpen={isNear}
        closed={() => setNear(false)}
        title={title}
        picture={current}
        turn={(by) => go(at + by)}
        count={count}
        t={t}
      />
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

interface CloseUpProps {
  isOpen: boolean
  closed: () => void
  title: string
  picture: GalleryPicture
  turn: (by: 1 | -1) => void
  count: number
  t: Translate<Keys>
}

/** The whole picture, as large as the window, to be looked at closely. Fetched when it is first shown: before it has no box. */
function CloseUp({ isOpen, closed, title, picture, turn, count, t }: CloseUpProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal()
  }, [isOpen])
  const zoom = useZoom(stage, isOpen, turn, picture.key)
  return (
    <dialog className="product-image-zoom" ref={dialog} aria-label={title} onClose={closed}>
      <div className="product-image-zoomed" ref={stage}>
        <Picture picture={picture} sizes="100vmax" from={1080} to={1920} bare />
      </div>
      <IconButton
        className="product-image-close"
        label={t('product.close')}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="close" />
      </IconButton>
      <div className="product-image-tools">
        {count > 1 && (
          <Turn className="product-image-previous" label={t('product.previous')} go={() => turn(-1)} />
        )}
        <IconButton label={t('product.zoom_out')} onClick={() => zoom.current?.by(1 / closer)}>
          <Icon name="minus" />
        </IconButton>
        <IconButton label={t('product.zoom_in')} onClick={() => zoom.current?.by(closer)}>
          <Icon name="plus" />
        </IconButton>
        {count > 1 && <Turn className="product-image-next" label={t('product.next')} go={() => turn(1)} />}
      </div>
    </dialog>
  )
}

/** Of one press of a button. */
const closer = 1.6

function Turn({ className, label, go }: { className: string; label: string; go: () => void }): ReactNode {
  return (
    <IconButton className={className} label={label} onClick={go}>
      <Icon name="chevron" />
    </IconButton>
  )
}

/** Zoom for the picture in `stage` while it is shown; whole again for each new picture. */
function useZoom(
  stage: RefObject<HTMLDivElement | null>,
  isShown: boolean,
  turn: (by: 1 | -1) => void,
  picture: string,
): RefObject<Zoom | null> {
  const zoom = useRef<Zoom | null>(null)
  const turning = useRef(turn)
  useEffect(() => {
    turning.current = turn
  })
  useEffect(() => zoom.current?.reset(), [picture])
  useEffect(() => {
    if (!isShown || !stage.current) return
    const started = startZoom(stage.current, { turn: (by) => turning.current(by) })
    zoom.current = started
    return () => {
      zoom.current = null
      started.end()
    }
  }, [stage, isShown])
  return zoom
}

/** Follows the strip: calls `see` with the index of the picture that fills it. */
function useSeen(strip: RefObject<HTMLUListElement | null>, see: (index: number) => void): void {
  useEffect(() => {
    const list = strip.current
    if (!list) return
    return watchStrip(list, see)
  }, [strip, see])
}

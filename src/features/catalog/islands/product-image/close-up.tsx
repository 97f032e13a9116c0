import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import type { GalleryPicture } from './pictures.ts'
import type { productImageTexts } from './texts.ts'
import { startZoom, type Zoom } from './zoom.ts'

type Keys = (typeof productImageTexts)[number]

interface CloseUpProps {
  closed: () => void
  title: string
  picture: GalleryPicture
  turn: (by: 1 | -1) => void
  count: number
  t: Translate<Keys>
}

/** The whole picture in the size of the window, for a close look. */
export function CloseUp({ closed, title, picture, turn, count, t }: CloseUpProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  }, [])
  const zoom = useZoom(stage, turn, picture.key)
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

/** Zoom for the picture in `stage`; whole again for each new picture. */
function useZoom(
  stage: RefObject<HTMLDivElement | null>,
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
    if (!stage.current) return
    const started = startZoom(stage.current, { turn: (by) => turning.current(by) })
    zoom.current = started
    return () => {
      zoom.current = null
      started.end()
    }
  }, [stage])
  return zoom
}

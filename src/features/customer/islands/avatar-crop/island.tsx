import { useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { middle, mostZoom, pushed, squareOf, type Crop } from './crop.ts'
import type { CropKey } from './texts.ts'

export interface AvatarCropProps {
  /** Of the file's field. */
  id: string
  error: string | null
  /** The URL of a picture to begin with, until a file is chosen. */
  first?: string
  texts: Texts<CropKey>
  lang: string
  external?: boolean
}

/**
 * Choosing a picture, and the square of it that is wanted, which the form sends in fields before the file. Without
 * scripts, and for a picture that the browser cannot read, it is the square in the middle.
 */
export default function AvatarCrop({ id, error, first, texts, lang }: AvatarCropProps): ReactNode {
  const t = translator(texts, lang)
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [crop, setCrop] = useState(middle)
  const shown = useRef<File | undefined>(undefined)

  const chosen = async (): Promise<void> => {
    const file = input.current?.files?.[0]
    // Told twice of one that was chosen while the island woke: its square may have been moved since.
    if (file === shown.current) return
    shown.current = file
    const read = file === undefined ? null : await createImageBitmap(file).catch(() => null)
    // Another one was chosen meanwhile.
    if (input.current?.files?.[0] !== file) return
    setPicture(read)
    setCrop(middle)
  }

  // A file that was chosen before the island was live.
  useEffect(() => {
    void chosen()
    if (first !== undefined)
      void readPicture(first).then((read) => shown.current === undefined && setPicture(read))
  }, [first])

  return (
    <div className="avatar-crop">
      {picture !== null && <Square picture={picture} crop={crop} />}
      <div className="avatar-file">
        <label className="field-label" htmlFor={id}>
          {t('user.avatar_choose')}
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          name="avatar"
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-describedby={error === null ? `${id}-help` : `${id}-help ${id}-error`}
          aria-invalid={error === null ? undefined : true}
          onChange={() => void chosen()}
        />
        <p className="field-help" id={`${id}-help`}>
          {t('user.avatar_help')}
        </p>
        {error !== null && (
          <p className="field-error" id={`${id}-error`}>
            {error}
          </p>
        )}
      </div>
      {picture !== null && <Window picture={picture} crop={crop} setCrop={setCrop} t={t} />}
    </div>
  )
}

async function readPicture(url: string): Promise<ImageBitmap> {
  const image = new Image()
  image.src = url
  await image.decode()
  return createImageBitmap(image)
}

interface Shown {
  picture: ImageBitmap
  crop: Crop
}

/** The fields that the form sends; they stand before the file. */
function Square({ picture, crop }: Shown): ReactNode {
  return Object.entries(squareOf(crop, picture)).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** Pixels of the canvas. */
const side = 480

function Window({
  picture,
  crop,
  setCrop,
  t,
}: Shown & { setCrop: (next: (before: Crop) => Crop) => void; t: Translate<CropKey> }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { x, y, size } = squareOf(crop, picture)
    const context = canvas.current?.getContext('2d')
    context?.clearRect(0, 0, side, side)
    context?.drawImage(picture, x, y, size, size, 0, 0, side, side)
  }, [picture, crop])
  const slider = (name: keyof Crop, label: string, min: number, max: number): ReactNode => (
    <label className="avatar-slider">
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        onChange={({ target }) => setCrop((before) => ({ ...before, [name]: Number(target.value) }))}
      />
    </label>
  )
  return (
    <div className="avatar-window">
      <canvas ref={canvas} width={side} height={side} aria-hidden="true" {...dragging(picture, setCrop)} />
      <div role="group" aria-label={t('user.avatar_crop')}>
        <p className="field-help">{t('user.avatar_crop')}</p>
        {slider('across', t('user.avatar_across'), 0, 1)}
        {slider('down', t('user.avatar_down'), 0, 1)}
        {slider('zoom', t('user.avatar_zoom'), 1, mostZoom)}
      </div>
    </div>
  )
}

/** The picture follows the finger; the sliders do the same for everybody else. */
function dragging(picture: ImageBitmap, setCrop: (next: (before: Crop) => Crop) => void) {
  return {
    onPointerDown: ({ currentTarget, pointerId }: PointerEvent<HTMLCanvasElement>) =>
      currentTarget.setPointerCapture(pointerId),
    onPointerMove: ({ currentTarget, pointerId, movementX, movementY }: PointerEvent<HTMLCanvasElement>) => {
      if (!currentTarget.hasPointerCapture(pointerId)) return
      const by = { x: movementX / currentTarget.clientWidth, y: movementY / currentTarget.clientHeight }
      setCrop((before) => pushed(before, picture, by))
    },
  }
}

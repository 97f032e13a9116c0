import type { ReactNode } from 'react'
import type { Translate } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import type { PicturesKey } from './texts.ts'
import type { Upload } from './use-uploads.ts'

interface UploadItemProps {
  upload: Upload
  /** Its place in the list, from 1. */
  n: number
  /** With scripts: it can be removed, and its id goes with the form. */
  isAwake: boolean
  retry: () => void
  remove: () => void
  t: Translate<PicturesKey>
}

export function UploadItem({ upload, n, isAwake, retry, remove, t }: UploadItemProps): ReactNode {
  const { id, fault } = upload
  return (
    <li className="inquiry-picture">
      <Thumb upload={upload} alt={t('inquiry.pictures.picture', { n })} />
      {id !== null && isAwake && <input type="hidden" name="images" value={id} />}
      {id !== null && !isAwake && (
        <label className="checkbox">
          <input type="checkbox" name="images" value={id} defaultChecked />
          {t('inquiry.pictures.keep')}
        </label>
      )}
      {isAwake && (
        <IconButton
          className="inquiry-picture-remove"
          label={t('inquiry.pictures.remove', { n })}
          onClick={remove}
        >
          <Icon name="close" size={16} />
        </IconButton>
      )}
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault.text}
          {!fault.final && (
            <button type="button" className="button button-plain" onClick={retry}>
              {t('inquiry.pictures.retry')}
            </button>
          )}
        </p>
      )}
    </li>
  )
}

function Thumb({ upload, alt }: { upload: Upload; alt: string }): ReactNode {
  const { id, url, progress, fault, shrunk } = upload
  const src = url ?? shrunk?.preview
  return (
    <span className="inquiry-picture-box">
      {src ? <img src={src} alt={alt} /> : <span className="visually-hidden">{alt}</span>}
      {id === null && fault === null && <progress value={progress} max={1} aria-label={alt} />}
    </span>
  )
}

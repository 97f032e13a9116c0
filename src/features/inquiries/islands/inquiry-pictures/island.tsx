import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { Icon } from '#ui/icon.tsx'
import type { PicturesKey } from './texts.ts'
import { UploadItem } from './upload-item.tsx'
import { useUploads } from './use-uploads.ts'

export interface InquiryPicturesProps {
  id: string
  /** Pictures that the shop has already: a form that came back. */
  kept: readonly { id: string; url: string }[]
  most: number
  error: string | null
  texts: Texts<PicturesKey>
  lang: string
  external?: boolean
}

/**
 * Pictures are uploaded as soon as they are chosen, and the form sends their ids. Without scripts the files go with
 * the form, and uploaded ones are kept by a checkbox.
 */
export default function InquiryPictures(props: InquiryPicturesProps): ReactNode {
  const { id, kept, most, error, texts, lang } = props
  const t = translator(texts, lang)
  const [isAwake, setAwake] = useState(false)
  const [isFull, setFull] = useState(false)
  const { uploads, add, retry, remove } = useUploads(kept, t('inquiry.pictures.failed'))
  const ready = uploads.filter((upload) => upload.id !== null).length
  const waiting = uploads.filter((upload) => upload.id === null && upload.fault === null).length
  const input = useRef<HTMLInputElement>(null)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useHeldForm(fieldset, waiting > 0)

  const chosen = (): void => {
    const files = [...(input.current?.files ?? [])]
    if (files.length === 0) return
    // They go by themselves now, not with the form.
    input.current!.value = ''
    const room = Math.max(0, most - uploads.length)
    setFull(files.length > room)
    void add(files.slice(0, room))
  }

  // Files chosen before the island was live.
  useEffect(() => {
    setAwake(true)
    chosen()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it wakes
  }, [])

  const said = (): string => {
    if (waiting > 0) return t('inquiry.pictures.sending', { count: waiting })
    if (isFull) return t('inquiry.pictures.full', { most })
    return isAwake && ready > kept.length ? t('inquiry.pictures.sent', { count: ready }) : ''
  }

  return (
    <fieldset className="inquiry-pictures" ref={fieldset}>
      <legend className="field-label">{t('inquiry.pictures')}</legend>
      <ul>
        {uploads.map((upload, index) => (
          <UploadItem
            key={upload.key}
            upload={upload}
            n={index + 1}
            isAwake={isAwake}
            retry={() => retry(upload)}
            remove={() => {
              remove(upload.key)
              setFull(false)
              input.current?.focus()
            }}
            t={t}
          />
        ))}
        {uploads.length < most && (
          <AddItem
            input={input}
            id={id}
            describedBy={error === null ? `${id}-help` : `${id}-help ${id}-error`}
            chosen={chosen}
            t={t}
          />
        )}
      </ul>
      <p className="field-help" id={`${id}-help`}>
        {t('inquiry.pictures.help', { most })}
      </p>
      {error !== null && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <p className="inquiry-pictures-note" role="status">
        {said()}
      </p>
    </fieldset>
  )
}

/** A form that is sent while pictures are on their way goes when they are there. */
function useHeldForm(fieldset: RefObject<HTMLFieldSetElement | null>, isWaiting: boolean): void {
  const isHeld = useRef(false)
  useEffect(() => {
    const form = fieldset.current?.form
    if (!form) return
    if (!isWaiting && isHeld.current) {
      isHeld.current = false
      form.requestSubmit()
    }
    const hold = (event: SubmitEvent): void => {
      if (!isWaiting) return
      event.preventDefault()
      isHeld.current = true
    }
    form.addEventListener('submit', hold)
    return () => form.removeEventListener('submit', hold)
  }, [fieldset, isWaiting])
}

interface AddItemProps {
  input: RefObject<HTMLInputElement | null>
  id: string
  describedBy: string
  chosen: () => void
  t: Translate<PicturesKey>
}

function AddItem({ input, id, describedBy, chosen, t }: AddItemProps): ReactNode {
  return (
    <li className="inquiry-picture-add">
      <input
        ref={input}
        id={id}
        type="file"
        name="images"
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        aria-label={t('inquiry.pictures.add')}
        aria-describedby={describedBy}
        onChange={chosen}
      />
      <span aria-hidden="true">
        <Icon name="plus" />
        {t('inquiry.pictures.add')}
      </span>
    </li>
  )
}

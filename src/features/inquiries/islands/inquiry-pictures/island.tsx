import { useEffect, useRef, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { IconButton } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { send, shrink, type Shrunk } from './send-picture.ts'
import type { inquiryPicturesTexts } from './texts.ts'

type Keys = (typeof inquiryPicturesTexts)[number]

export interface InquiryPicturesProps {
  id: string
  /** Pictures that the shop has already: a form that came back. */
  kept: readonly { id: string; url: string }[]
  most: number
  error: string | null
  texts: Texts<Keys>
  lang: string
  external?: boolean
}

interface Item {
  key: number
  /** Of the upload; null until the shop has it. */
  id: string | null
  url: string | null
  /** 0 to 1. */
  progress: number
  fault: { text: string; final: boolean } | null
  shrunk: Shrunk | null
}

/**
 * Pictures are uploaded as soon as they are chosen, and the form sends their ids. Without scripts the files go with
 * the form, and uploaded ones are kept by a checkbox.
 */
export default function InquiryPictures(props: InquiryPicturesProps): ReactNode {
  const { id, kept, most, error, texts, lang } = props
  const t = translator(texts, lang)
  const [isAwake, setAwake] = useState(false)
  const [items, setItems] = useState<readonly Item[]>(() =>
    kept.map((picture, key) => ({ key, ...picture, progress: 1, fault: null, shrunk: null })),
  )
  const [note, setNote] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const live = useRef({ lastKey: kept.length, stops: new Map<number, AbortController>(), sendForm: false })

  const change = (key: number, changed: Partial<Item>): void =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changed } : item)))

  const upload = async (key: number, shrunk: Shrunk): Promise<void> => {
    const stop = new AbortController()
    live.current.stops.set(key, stop)
    change(key, { shrunk, fault: null, progress: 0 })
    const sent = await send(
      shrunk.blob,
      t('inquiry.pictures.failed'),
      (progress) => change(key, { progress }),
      stop.signal,
    )
    live.current.stops.delete(key)
    if (stop.signal.aborted) return
    if (sent.ok) change(key, { id: sent.value.id, url: sent.value.url, progress: 1 })
    else change(key, { fault: { text: sent.text, final: sent.final } })
  }

  const take = async (files: readonly File[]): Promise<void> => {
    const room = Math.max(0, most - items.length)
    setNote(files.length > room ? t('inquiry.pictures.full', { most }) : '')
    const fresh = files.slice(0, room).map((file) => ({ file, key: ++live.current.lastKey }))
    const empty = { id: null, url: null, progress: 0, fault: null, shrunk: null }
    setItems((before) => [...before, ...fresh.map(({ key }) => ({ key, ...empty }))])
    // One after the other: a telephone has no memory for six photographs at once.
    for (const { file, key } of fresh) await upload(key, await shrink(file))
  }

  const remove = (key: number): void => {
    live.current.stops.get(key)?.abort()
    setItems((before) => before.filter((item) => item.key !== key))
    setNote('')
    input.current?.focus()
  }

  const chosen = (): void => {
    const files = [...(input.current?.files ?? [])]
    if (files.length === 0) return
    // They go by themselves now, not with the form.
    input.current!.value = ''
    void take(files)
  }

  // Files chosen before the island was live.
  useEffect(() => {
    setAwake(true)
    chosen()
    const { stops } = live.current
    return () => stops.forEach((stop) => stop.abort())
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it wakes
  }, [])

  const ready = items.filter((item) => item.id !== null).length
  const waiting = items.filter((item) => item.id === null && item.fault === null).length
  // A form that is sent while pictures are on their way goes when they are there.
  useEffect(() => {
    const form = input.current?.form
    if (!form) return
    if (waiting === 0 && live.current.sendForm) {
      live.current.sendForm = false
      form.requestSubmit()
    }
    const hold = (event: SubmitEvent): void => {
      if (waiting === 0) return
      event.preventDefault()
      live.current.sendForm = true
    }
    form.addEventListener('submit', hold)
    return () => form.removeEventListener('submit', hold)
  }, [waiting])

  const notes = [`${id}-help`, ...(error === null ? [] : [`${id}-error`])].join(' ')
  return (
    <fieldset className="inquiry-pictures">
      <legend className="field-label">{t('inquiry.pictures')}</legend>
      <ul>
        {items.map((item, index) => (
          <li key={item.key} className="inquiry-picture">
            <Thumb item={item} alt={t('inquiry.pictures.picture', { n: index + 1 })} />
            {item.id !== null && isAwake && <input type="hidden" name="images" value={item.id} />}
            {item.id !== null && !isAwake && (
              <label className="checkbox">
                <input type="checkbox" name="images" value={item.id} defaultChecked />
                {t('inquiry.pictures.keep')}
              </label>
            )}
            {isAwake && (
              <IconButton
                className="inquiry-picture-remove"
                label={t('inquiry.pictures.remove', { n: index + 1 })}
                onClick={() => remove(item.key)}
              >
                <Icon name="close" size={16} />
              </IconButton>
            )}
            {item.fault !== null && (
              <p className="field-error" role="alert">
                {item.fault.text}
                {!item.fault.final && (
                  <button
                    type="button"
                    className="button button-plain"
                    onClick={() => item.shrunk && void upload(item.key, item.shrunk)}
                  >
                    {t('inquiry.pictures.retry')}
                  </button>
                )}
              </p>
            )}
          </li>
        ))}
        {items.length < most && (
          <li className="inquiry-picture-add">
            <input
              ref={input}
              id={id}
              type="file"
              name="images"
              accept="image/jpeg,image/png,image/webp,image/avif"
              multiple
              aria-label={t('inquiry.pictures.add')}
              aria-describedby={notes}
              onChange={chosen}
            />
            <span aria-hidden="true">
              <Icon name="plus" />
              {t('inquiry.pictures.add')}
            </span>
          </li>
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
        {waiting > 0
          ? t('inquiry.pictures.sending', { count: waiting })
          : note !== ''
            ? note
            : isAwake && ready > kept.length
              ? t('inquiry.pictures.sent', { count: ready })
              : ''}
      </p>
    </fieldset>
  )
}

function Thumb({ item: { id, url, progress, fault, shrunk }, alt }: { item: Item; alt: string }): ReactNode {
  const src = url ?? shrunk?.preview
  return (
    <span className="inquiry-picture-box">
      {src ? <img src={src} alt={alt} /> : <span className="visually-hidden">{alt}</span>}
      {id === null && fault === null && <progress value={progress} max={1} aria-label={alt} />}
    </span>
  )
}

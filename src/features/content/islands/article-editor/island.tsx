import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { FieldNotes, noted } from '#ui/forms/field.tsx'
import { mostArticle, pictureMarkdown } from '../../parts/article-limits.ts'
import { picture, tools } from './markdown-tools.ts'
import type { EditorKey } from './texts.ts'
import { useArea } from './use-area.ts'
import { usePictures, type Pictures } from './use-pictures.ts'
import { usePreview } from './use-preview.ts'

export interface ArticleEditorProps {
  /** Of the text field: what is wrong with it links there. */
  id: string
  /** Markdown. */
  content: string
  /** Keys of the pictures that it has. */
  pictures: readonly string[]
  /** The key of the one that stands for the article in lists; empty for none. */
  thumbnail: string
  most: number
  error: string | null
  picturesError: string | null
  texts: Texts<EditorKey>
  lang: string
  /** The text as it was saved last, rendered by the server. */
  children?: ReactNode
  external?: boolean
}

/**
 * The text of an article with its pictures. It is a field of a form, and files that go with it; with scripts it has
 * tools, pictures are sent as soon as they are chosen, and the preview follows.
 */
export default function ArticleEditor(props: ArticleEditorProps): ReactNode {
  const { id, error, texts, lang, children } = props
  const t = translator(texts, lang)
  const [isAwake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const { area, text, change, use, put } = useArea(props.content, t('editor.link_words'))
  const insert = (key: string): void => put((chosen) => picture(chosen, pictureMarkdown(key)))
  const pictures = usePictures(props.pictures, props.most, t('editor.upload_failed'), insert)
  const { isLive, place } = usePreview(text, props.content, isAwake)
  return (
    <div className="editor">
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t('editor.content')}
        </label>
        {/* Their room is there before they are: the page must not move when they come. */}
        <div
          className="editor-tools"
          role="group"
          aria-label={t('editor.tools')}
          inert={!isAwake}
          aria-hidden={!isAwake}
        >
          {tools.map((tool) => (
            <Button
              key={tool}
              look="quiet"
              className={`editor-tool editor-tool-${tool}`}
              onClick={() => use(tool)}
            >
              {t(`editor.${tool}`)}
            </Button>
          ))}
        </div>
        <span className="field-box">
          <textarea
            ref={area}
            id={id}
            name="content"
            rows={16}
            maxLength={mostArticle}
            defaultValue={props.content}
            {...noted({ id, help: t('editor.content_help'), error: error ?? undefined })}
            onChange={change}
            onKeyDown={(event) => {
              const key = event.ctrlKey || event.metaKey ? event.key.toLowerCase() : ''
              const tool = key === 'b' ? 'bold' : key === 'i' ? 'italic' : key === 'k' ? 'link' : null
              if (tool === null || event.altKey || event.shiftKey) return
              event.preventDefault()
              use(tool)
            }}
          />
        </span>
        <FieldNotes id={id} help={t('editor.content_help')} error={error ?? undefined} />
      </div>
      <PictureField {...props} pictures={pictures} insert={insert} isAwake={isAwake} t={t} />
      <section className="editor-preview" aria-label={t('editor.preview')}>
        <h2>{t('editor.preview')}</h2>
        {isLive ? <div className="prose" ref={place} /> : <div>{children}</div>}
        <p className="field-help editor-preview-help">
          {isAwake ? (text.trim() === '' ? t('editor.preview_empty') : '') : t('editor.preview_old')}
        </p>
      </section>
    </div>
  )
}

interface PictureFieldProps extends Pick<ArticleEditorProps, 'thumbnail' | 'picturesError'> {
  pictures: Pictures
  insert: (key: string) => void
  isAwake: boolean
  t: Translate<EditorKey>
}

function PictureField({
  pictures,
  insert,
  thumbnail,
  picturesError,
  isAwake,
  t,
}: PictureFieldProps): ReactNode {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { keys, sending, fault, add } = pictures
  const chosen = (): void => {
    const files = [...(input.current?.files ?? [])]
    if (files.length === 0) return
    // They go by themselves now, not with the form.
    input.current!.value = ''
    void add(files)
  }
  return (
    <fieldset className="editor-pictures">
      <legend className="field-label">{t('editor.pictures')}</legend>
      {keys.length > 0 && (
        <ul>
          {keys.map((key, index) => (
            <li key={key}>
              <img
                src={`/media/${key}/160.webp`}
                alt={t('editor.picture_of', { n: index + 1 })}
                width={96}
                height={96}
              />
              <label className="checkbox">
                <input
                  type="radio"
                  name="thumbnail"
                  value={key}
                  defaultChecked={key === thumbnail}
                  aria-label={t('editor.thumbnail_of', { n: index + 1 })}
                />
                {t('editor.thumbnail')}
              </label>
              {isAwake ? (
                <Button
                  look="plain"
                  aria-label={t('editor.insert_of', { n: index + 1 })}
                  onClick={() => insert(key)}
                >
                  {t('editor.insert')}
                </Button>
              ) : (
                <code>{pictureMarkdown(key)}</code>
              )}
            </li>
          ))}
        </ul>
      )}
      <label className="field-label" htmlFor={`${id}-files`}>
        {t('editor.pictures_add')}
      </label>
      <input
        ref={input}
        id={`${id}-files`}
        type="file"
        name="images"
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        {...noted({ id: `${id}-files`, help: t('editor.pictures_help'), error: picturesError ?? undefined })}
        onChange={isAwake ? chosen : undefined}
      />
      <FieldNotes id={`${id}-files`} help={t('editor.pictures_help')} error={picturesError ?? undefined} />
      <p role="status" className="editor-said">
        {sending > 0 ? t('editor.uploading', { count: sending }) : (fault ?? '')}
      </p>
    </fieldset>
  )
}

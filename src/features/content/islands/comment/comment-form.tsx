import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import type { Translate } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field, TextArea } from '#ui/forms/field.tsx'
import type { addComment, OwnComment } from '../../contract/comments.ts'
import { longestName, mostComment } from '../../parts/comment-answers.ts'
import type { CommentKey } from './texts.ts'

/** What a refused form had, and what was wrong with it. */
export interface PostedComment {
  /** The code of the comment that it answers; null for none. */
  parent: string | null
  content: string
  name: string
  errors: Readonly<Record<string, string>>
  text: string
}

/** Where comments stand, and who may write. */
export interface CommentPlace {
  /** The article's slug. */
  article: string
  by: 'customers' | 'everybody' | 'nobody'
  /** Form actions, the article's page, and where one signs in and comes back. */
  links: { add: string; remove: string; article: string; signIn: string }
}

export interface CommentFormProps extends CommentPlace {
  lang: string
  /** Known when the island is awake; null before. */
  isSignedIn: boolean | null
  /** The name that a customer's comment will have; null while it is not known. */
  writesAs: string | null
  parent: string | null
  posted: PostedComment | null
  t: Translate<CommentKey>
  add: (comment: OwnComment) => void
  say: (text: string) => void
  done?: () => void
}

/**
 * Writes a comment or an answer. Without scripts it is posted, and says nothing personal: the page is everybody's. Who is
 * not signed in sees it, too: it would move the page to take it away, and what was typed stays when it is refused.
 */
export function CommentForm(props: CommentFormProps): ReactNode {
  const { article, by, isSignedIn, writesAs, links, parent, posted, t } = props
  const id = useId()
  const { form, judged, busy, send } = useSending(props)
  return (
    <form
      className="comment-form"
      action={links.add}
      method="post"
      noValidate
      ref={form}
      aria-busy={busy}
      onSubmit={(event) => void send(event)}
    >
      <input type="hidden" name="article" value={article} />
      {parent !== null && <input type="hidden" name="parent" value={parent} />}
      {judged.text !== '' && (
        <p className="form-errors" role="alert">
          {judged.text}
        </p>
      )}
      <TextArea
        id={`${id}-content`}
        name="content"
        label={t(parent === null ? 'comment.content' : 'comment.reply_content')}
        rows={parent === null ? 4 : 3}
        maxLength={mostComment}
        required
        defaultValue={posted?.content}
        error={judged.errors['content']}
      />
      {by === 'everybody' && isSignedIn !== true && (
        <Field
          id={`${id}-name`}
          name="name"
          label={t('comment.name')}
          help={t('comment.name_help')}
          autoComplete="nickname"
          maxLength={longestName}
          defaultValue={posted?.name}
          error={judged.errors['name']}
        />
      )}
      <div className="comment-trap" aria-hidden="true">
        <label>
          {t('comment.trap')}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {writesAs !== null ? (
        <p className="field-help">{t('comment.writes_as', { name: writesAs })}</p>
      ) : (
        by === 'customers' && <p className="field-help">{t('comment.writes_as_customer')}</p>
      )}
      <p className="field-help">
        {t('comment.rules')}{' '}
        {by === 'customers' && isSignedIn !== true && <a href={links.signIn}>{t('comment.sign_in_first')}</a>}
      </p>
      <div>
        <Button type="submit" look={parent === null ? 'primary' : 'quiet'} aria-busy={busy}>
          {t(parent === null ? 'comment.send' : 'comment.reply_send')}
        </Button>
      </div>
    </form>
  )
}

interface Judged {
  errors: Readonly<Record<string, string>>
  /** What stands at no field. */
  text: string
}

/** A refusal is shown at its field, which gets the focus, and everything typed stays. */
function useSending({ article, parent, posted, t, add, say, done }: CommentFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [judged, setJudged] = useState<Judged>({ errors: posted?.errors ?? {}, text: textOf(posted) })
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [judged])

  async function send(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = fields.get(name)
      return typeof value === 'string' ? value : ''
    }
    sending.current = true
    setBusy(true)
    const answer = await call<typeof addComment>(
      '/comment/add',
      { article, parent, content: text('content'), name: text('name'), website: text('website') },
      { quiet: true },
    )
    sending.current = false
    setBusy(false)
    if (!answer.ok) {
      const { fields: errors, msg } = answer.problem
      setJudged({ errors, text: Object.keys(errors).length === 0 ? msg : '' })
      return
    }
    setJudged({ errors: {}, text: '' })
    form.current?.reset()
    add(answer.value.comment)
    say(t(answer.value.comment.state === 'published' ? 'comment.posted' : 'comment.held'))
    done?.()
  }
  return { form, judged, busy, send }
}

function textOf(posted: PostedComment | null): string {
  return posted === null || Object.keys(posted.errors).length > 0 ? '' : posted.text
}

import { useEffect, useRef, useState, type ReactNode, type RefObject, type SubmitEvent } from 'react'
import InquiryPictures from '#features/inquiries/islands/inquiry-pictures/island.tsx'
import { translator, type Texts } from '#i18n/t.ts'
import { toast } from '#platform/browser/toast.ts'
import { TextArea } from '#ui/forms/field.tsx'
import type { ReturnDraft, ReturnPreview } from '../../contract.ts'
import { ReasonChoice, RefundChoice, TypeChoice } from './fields.tsx'
import { ReturnLines } from './lines.tsx'
import { SendPanel } from './send-panel.tsx'
import type { RefundKey } from './texts.ts'
import { useOptions, type FormOptions } from './use-options.ts'
import { send, useDraft, usePreview } from './use-refund.ts'
import { lacksExchange, readWish, wholeWish } from './wish.ts'

export interface OrderRefundProps {
  /** What the ids of the fields begin with. */
  id: string
  /** Its number. */
  order: string
  options: FormOptions
  /** What the form begins with: a draft, or what came back. */
  begin: ReturnDraft
  /** What it would bring; null while something is missing. */
  preview: ReturnPreview | null
  /** Why there is none, or why the form came back. */
  fault: string | null
  errors: Readonly<Record<string, string>>
  /** Reported as a problem: what the shop answers for stands first. */
  isProblem: boolean
  links: { apply: string; save: string }
  most: { images: number; description: number }
  texts: Texts<RefundKey>
  lang: string
  external?: boolean
}

/**
 * The application for a return. Without scripts the first button shows the refund, and the second sends what was shown.
 * With them the refund follows the choice, what was filled in is kept, and one press sends it.
 */
export default function OrderRefund(props: OrderRefundProps): ReactNode {
  const { id, order, begin, most, links, isProblem, texts, lang } = props
  const t = translator(texts, lang)
  const form = useRef<HTMLFormElement>(null)
  const [wish, setWish] = useState(begin)
  const [isAwake, setAwake] = useState(false)
  const [isSending, setSending] = useState(false)
  const [answer, setAnswer] = usePreview(order, wish, {
    preview: props.preview,
    fault: props.fault,
    errors: props.errors,
    isAsking: false,
    isStale: false,
  })
  const { options, fault, forget } = useOptions(order, props.options, answer)
  const draft = useDraft(form, order, isProblem ? 'problem' : 'return', wish)
  const attempt = useRef<string>(undefined)
  const focusFault = useFaultFocus(form)

  const read = (): void => {
    const fields = new FormData(form.current!)
    const textsOf = (name: string): string[] => fields.getAll(name).map(String)
    attempt.current = undefined
    setWish((before) => ({ ...before, ...readWish(textsOf, options) }))
  }

  // The fields may have been changed, or filled in by the browser, before the island was live; and lines change.
  useEffect(() => {
    setAwake(true)
    read()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when it wakes, and when the lines are others
  }, [options])

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    // Pictures that are on their way hold the form back.
    if (event.defaultPrevented) return
    event.preventDefault()
    const whole = wholeWish(wish)
    const { preview, isAsking } = answer
    if (whole === null || preview === null || isAsking || isSending) return
    setSending(true)
    attempt.current ??= `return-${order}-${Date.now()}-${Math.random()}`
    const refused = await send(form.current!, order, whole, preview, attempt.current)
    setSending(false)
    if (refused === null) {
      draft.end()
      return toast(t('return.applied'), { kind: 'done', read: true })
    }
    attempt.current = undefined
    setAnswer(refused)
    focusFault()
  }

  const { errors } = answer
  // Of a problem, words or photos are the evidence.
  const isClaim = options.reasons.find(({ code }) => code === wish.reason)?.isClaim ?? isProblem
  const linesTitle = t(isProblem ? 'return.form.lines_problem' : 'return.form.lines')
  return (
    <form
      ref={form}
      className="return-form"
      action={links.apply}
      method="post"
      encType="multipart/form-data"
      noValidate={isAwake}
      onInput={() => {
        forget()
        read()
        draft.touch()
      }}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="order" value={order} />
      {isProblem && <input type="hidden" name="way" value="problem" />}
      <div className="return-main">
        <section className="return-section" aria-label={linesTitle}>
          <h2>{linesTitle}</h2>
          <ReturnLines
            id={id}
            lines={options.lines}
            begin={begin}
            wish={wish}
            errors={errors}
            isProblem={isProblem}
            t={t}
          />
        </section>
        <TypeChoice id={id} options={options} begin={begin} errors={errors} t={t} />
        <ReasonChoice id={id} options={options} begin={begin} errors={errors} isProblem={isProblem} t={t} />
        <Evidence
          id={id}
          begin={begin}
          most={most}
          errors={errors}
          isClaim={isClaim}
          texts={texts}
          lang={lang}
        />
        {options.mayChooseCredit && (
          <div className="return-if-refund">
            <RefundChoice id={id} options={options} begin={begin} errors={errors} t={t} />
          </div>
        )}
      </div>
      <SendPanel
        id={id}
        answer={{ ...answer, fault: answer.fault ?? fault }}
        isByHand={options.isByHand}
        wait={t(lacksExchange(wish) ? 'return.form.preview_exchange' : 'return.form.preview_wait')}
        isAwake={isAwake}
        isSending={isSending}
        isSaved={draft.isSaved}
        save={links.save}
        t={t}
      />
    </form>
  )
}

/** Leads to the first field that is marked as wrong, once the answer that marks it is shown. */
function useFaultFocus(form: RefObject<HTMLFormElement | null>): () => void {
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, refusals])
  return () => setRefusals((count) => count + 1)
}

/** Words and photos. */
function Evidence({
  id,
  begin,
  most,
  errors,
  isClaim,
  texts,
  lang,
}: Pick<OrderRefundProps, 'id' | 'begin' | 'most' | 'errors' | 'texts' | 'lang'> & {
  isClaim: boolean
}): ReactNode {
  const t = translator(texts, lang)
  return (
    <>
      <TextArea
        id={`${id}-description`}
        name="description"
        label={t(isClaim ? 'return.form.description_claim' : 'return.form.description')}
        help={t(isClaim ? 'return.form.description_claim_help' : 'return.form.description_help')}
        rows={3}
        maxLength={most.description}
        defaultValue={begin.description}
        error={errors['description']}
      />
      <InquiryPictures
        id={`${id}-images`}
        kept={begin.images}
        most={most.images}
        error={errors['images'] ?? null}
        texts={texts}
        lang={lang}
      />
    </>
  )
}

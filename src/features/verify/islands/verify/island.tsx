import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Way } from '#features/verify/contract.ts'
import { translator, type Texts, type Translate } from '#i18n/t.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Slider } from './slider.tsx'
import type { VerifyKey } from './texts.ts'
import { useVerify, type Shown, type Verifying } from './use-verify.ts'

export interface VerifyProps {
  /** Of its fields. */
  id: string
  /**
   * What it begins with: nothing but a button, or a question that the server asks, whose two fields (`verifyId`,
   * `verifyAnswer`) are sent by the form around it without scripts, too.
   */
  first: Shown
  texts: Texts<VerifyKey>
  lang: string
  external?: boolean
}

/**
 * The security verification within a form. Passed, it fills the field `verifyId` of the form, and dispatches
 * `violet:verified` ({verifyId}), which bubbles. When the form is refused for want of a pass, it begins anew.
 */
export default function Verify({ id, first, texts, lang }: VerifyProps): ReactNode {
  const t = translator(texts, lang)
  const root = useRef<HTMLFieldSetElement>(null)
  const verifying = useVerify(root, first, { failed: t('verify.failed') })
  const { shown } = verifying
  useFocusKept(root, shown !== first, shown)
  return (
    <fieldset className="verify" ref={root} id={id} data-at={shown.at} tabIndex={-1}>
      <legend className={shown.at === 'idle' ? 'visually-hidden' : 'field-label'}>{t('verify.title')}</legend>
      <Inside id={id} verifying={verifying} t={t} />
      <p className="verify-said" role="status">
        {said(shown, t)}
      </p>
      {shown.at === 'passed' && <input type="hidden" name="verifyId" value={shown.verifyId} />}
      {shown.at === 'puzzle' && <Others shown={shown} begin={verifying.begin} t={t} />}
    </fieldset>
  )
}

/** What was pressed is gone with its state: the focus goes to what took its place. */
function useFocusKept(root: RefObject<HTMLElement | null>, isBegun: boolean, shown: Shown): void {
  useEffect(() => {
    const { activeElement } = document
    if (
      !isBegun ||
      !root.current ||
      (activeElement !== document.body && !root.current.contains(activeElement))
    )
      return
    const field = root.current.querySelector<HTMLElement>('input:not([type=hidden])')
    ;(field ?? root.current).focus({ preventScroll: true })
  }, [root, isBegun, shown])
}

interface Part {
  id: string
  verifying: Verifying
  t: Translate
}

function Inside({ id, verifying: { shown, begin, check }, t }: Part): ReactNode {
  switch (shown.at) {
    case 'idle':
      return (
        <Button className="verify-begin" look="quiet" wide onClick={() => begin('slide')}>
          {t('verify.title')}
        </Button>
      )
    case 'loading':
      return <div className="verify-loading" data-way={shown.way} />
    case 'passed':
      return null
    case 'puzzle':
      break
  }
  const { puzzle, verifyId, isChecked } = shown
  switch (puzzle.way) {
    case 'slide':
      return (
        <Slider
          key={verifyId}
          id={`${id}-slider`}
          puzzle={puzzle}
          isChecked={isChecked}
          words={{
            swipe: t('verify.swipe'),
            help: t('verify.help'),
            gap: t('verify.gap'),
            check: t('verify.check'),
          }}
          check={check}
        />
      )
    case 'question':
      return (
        <Question key={verifyId} id={`${id}-answer`} shown={shown} text={puzzle.text} check={check} t={t} />
      )
    case 'work':
      return <div className="verify-working" aria-hidden="true" />
  }
}

function Question({
  id,
  shown,
  text,
  check,
  t,
}: {
  id: string
  shown: Extract<Shown, { at: 'puzzle' }>
  text: string
  check: Verifying['check']
  t: Translate
}): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const answer = (): void => {
    const { value = '' } = box.current?.querySelector<HTMLInputElement>('input[name=verifyAnswer]') ?? {}
    if (value.trim() !== '') check({ verifyAnswer: value })
  }
  return (
    <div className="verify-question" ref={box}>
      <input type="hidden" name="verifyId" value={shown.verifyId} />
      <Field
        id={id}
        name="verifyAnswer"
        label={text}
        help={t('verify.answer')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        readOnly={shown.isChecked}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // It would send the form around it.
          event.preventDefault()
          answer()
        }}
      />
      <Button className="verify-answer" look="quiet" aria-busy={shown.isChecked} onClick={answer}>
        {t('verify.check')}
      </Button>
    </div>
  )
}

const others = {
  slide: 'verify.slide',
  question: 'verify.ask',
  work: 'verify.work',
} as const satisfies Record<Way, VerifyKey>

/** The other ways, and another puzzle of the same. */
function Others({
  shown,
  begin,
  t,
}: {
  shown: Extract<Shown, { at: 'puzzle' }>
  begin: Verifying['begin']
  t: Translate
}): ReactNode {
  const { way } = shown.puzzle
  return (
    <div className="verify-others">
      {way === 'slide' && (
        <Button look="plain" onClick={() => begin('slide')}>
          {t('verify.new')}
        </Button>
      )}
      {(Object.keys(others) as Way[])
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} look="plain" onClick={() => begin(other)}>
            {t(others[other])}
          </Button>
        ))}
    </div>
  )
}

function said(shown: Shown, t: Translate): ReactNode {
  switch (shown.at) {
    case 'idle':
      return fault(shown.fault)
    case 'loading':
      return t('verify.loading')
    case 'passed':
      return (
        <span className="verify-passed">
          <Icon name="check" size={20} />
          {t('verify.success')}
        </span>
      )
    case 'puzzle':
      return shown.puzzle.way === 'work' ? t('verify.working') : fault(shown.fault)
  }
}

function fault(text: string | null): ReactNode {
  return text === null ? null : <span className="field-error">{text}</span>
}

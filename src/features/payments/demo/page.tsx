import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formatMoney } from '#i18n/format.ts'
import type { Translate } from '#i18n/t.ts'
import type { Charge } from '../queries/demo.ts'
import type { Answer } from './gateway.ts'

/* A document of its own, without the shop's frame: at a bank, the shopper has left the shop. */

export const stylesPath = '/demo-gateway/bank.css'

export interface BankPage {
  charge: Charge
  /** Whether the bank asks for a second step. */
  isSecondStep: boolean
  /** BCP 47 */
  lang: string
  t: Translate
}

export function bankDocument(page: BankPage): string {
  return `<!doctype html>${renderToStaticMarkup(<Bank {...page} />)}`
}

function Bank({ charge, isSecondStep, lang, t }: BankPage): ReactNode {
  const { amount, currency, status } = charge
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{t('payments.bank.title')}</title>
        <link rel="stylesheet" href={stylesPath} />
      </head>
      <body>
        <header>
          <p className="name">{t('payments.bank.name')}</p>
          <p className="pretend">{t('payments.bank.pretend')}</p>
        </header>
        <main>
          <h1>
            <span className="label">{t('payments.bank.amount')}</span>
            <span className="amount">{formatMoney(amount, currency, lang)}</span>
          </h1>
          <p className="reference">
            {t('payments.bank.reference')} <span translate="no">{charge.reference}</span>
          </p>
          {status !== 'open' ? (
            <Over charge={charge} t={t} />
          ) : isSecondStep ? (
            <SecondStep charge={charge} t={t} />
          ) : (
            <Choices charge={charge} t={t} />
          )}
        </main>
      </body>
    </html>
  )
}

type Part = Pick<BankPage, 'charge' | 't'>

function Choices({ charge, t }: Part): ReactNode {
  const path = `/demo-gateway/${charge.reference}`
  return (
    <>
      <h2>{t('payments.bank.question')}</h2>
      <form method="post" action={path} className="choices">
        <Choice answer="approve" label={t('payments.bank.approve')} is="main" />
        <Choice answer="decline" label={t('payments.bank.decline')} />
      </form>
      <h2>{t('payments.bank.manners')}</h2>
      <form method="get" action={path} className="choices">
        <div>
          <button type="submit" name="step" value="2">
            {t('payments.bank.second')}
          </button>
          <p>{t('payments.bank.second.note')}</p>
        </div>
      </form>
      <form method="post" action={path} className="choices">
        <Choice answer="later" label={t('payments.bank.later')} note={t('payments.bank.later.note')} />
        <Choice answer="twice" label={t('payments.bank.twice')} note={t('payments.bank.twice.note')} />
        <Choice answer="silent" label={t('payments.bank.silent')} note={t('payments.bank.silent.note')} />
      </form>
      <p className="leave">
        <a href={charge.returnUrl}>{t('payments.bank.close')}</a>
        <br />
        {t('payments.bank.close.note')}
      </p>
    </>
  )
}

function SecondStep({ charge, t }: Part): ReactNode {
  const path = `/demo-gateway/${charge.reference}`
  return (
    <>
      <h2>{t('payments.bank.step.title')}</h2>
      <p>{t('payments.bank.step.text')}</p>
      <form method="post" action={path} className="choices">
        <Choice answer="approve" label={t('payments.bank.step.yes')} is="main" />
        <Choice answer="decline" label={t('payments.bank.step.no')} />
      </form>
      <p className="leave">
        <a href={path}>{t('payments.bank.step.back')}</a>
      </p>
    </>
  )
}

function Over({ charge, t }: Part): ReactNode {
  return (
    <>
      <h2>{t('payments.bank.over')}</h2>
      <p>{overText(charge.status, t)}</p>
      <p className="leave">
        <a href={charge.returnUrl}>{t('payments.bank.back')}</a>
      </p>
    </>
  )
}

function Choice({
  answer,
  label,
  note,
  is,
}: {
  answer: Answer
  label: string
  note?: string
  is?: 'main'
}): ReactNode {
  return (
    <div>
      <button type="submit" name="answer" value={answer} className={is}>
        {label}
      </button>
      {note !== undefined && <p>{note}</p>}
    </div>
  )
}

function overText(status: Charge['status'], t: Translate): string {
  switch (status) {
    case 'waiting':
    case 'open':
      return t('payments.bank.over.waiting')
    case 'captured':
      return t('payments.bank.over.captured')
    case 'declined':
      return t('payments.bank.over.declined')
    case 'cancelled':
      return t('payments.bank.over.cancelled')
  }
}

/** Striped and square, so that nobody takes it for the shop, nor for a bank. */
export const bankStyles = `
:root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --edge: #b9c4d0; --main: #14507e; --main-ink: #fff; --pretend: #fff3c4; --pretend-ink: #5a4300; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --paper: #131a22; --edge: #43505e; --main: #8cc2ee; --main-ink: #0b1a27; --pretend: #4a3c0b; --pretend-ink: #ffe9a3; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, 'Noto Sans', 'PingFang SC', 'Microsoft YaHei', sans-serif; }
header, main { max-inline-size: 34rem; margin-inline: auto; padding-inline: 1.25rem; }
header { padding-block: 1.5rem 0; }
.name { margin: 0 0 .75rem; font-weight: 650; letter-spacing: .01em; }
.pretend { margin: 0; padding: .75rem 1rem; background: var(--pretend); color: var(--pretend-ink); border-inline-start: .375rem solid currentColor; }
h1 { margin: 2rem 0 0; font-size: 1rem; font-weight: 400; }
.label { display: block; opacity: .8; }
.amount { display: block; font-size: 2.5rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; }
.reference { margin: .25rem 0 0; font-size: .875rem; opacity: .8; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 .75rem; font-size: 1.0625rem; font-weight: 600; }
.choices { display: grid; gap: .75rem; margin-block-end: .75rem; }
.choices p { margin: .375rem 0 0; font-size: .875rem; opacity: .85; }
button { inline-size: 100%; min-block-size: 3rem; padding: .625rem 1rem; border: 1px solid var(--edge); border-radius: 0; background: transparent; color: inherit; font: inherit; text-align: start; cursor: pointer; }
button:hover { border-color: var(--main); }
button.main { border-color: var(--main); background: var(--main); color: var(--main-ink); font-weight: 600; }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: inherit; text-underline-offset: .2em; }
.leave { margin-block: 1.75rem 3rem; }
`

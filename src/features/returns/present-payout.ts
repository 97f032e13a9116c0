import { formatDate, formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ReturnPayout, ReturnRow } from './queries/read.ts'

type Paid = Pick<ReturnRow, 'payouts' | 'refundTo' | 'quote' | 'currency' | 'isAccountClosed' | 'keptCredit'>
type Words = Pick<Ctx, 't' | 'lang' | 'shop'>

/** Minor units of what a return gave back that are in the store credit of an account which is closed. */
export function lostCredit(
  { payouts, isAccountClosed, keptCredit }: Pick<Paid, 'payouts' | 'isAccountClosed' | 'keptCredit'>,
  total: number,
): number {
  const paid = payouts.reduce((sum, { amount }) => sum + amount, 0)
  return isAccountClosed ? Math.max(0, total - paid - keptCredit) : 0
}

/** That nobody can spend it; null where nothing is lost. */
export function lostText(row: Paid, total: number, { t, lang }: Pick<Words, 't' | 'lang'>): string | null {
  const lost = lostCredit(row, total)
  return lost === 0
    ? null
    : t('order.mail.back.credit_closed', { amount: formatMoney(lost, row.currency, lang) })
}

/** What becomes of the money of a return that is completed. */
export function payoutText(row: Paid, words: Words): string {
  const lost = lostText(row, row.quote.total, words)
  const sent = lost !== null && row.payouts.length === 0 ? null : sentText(row, words)
  return [sent, lost, keptText(row, words)].filter((text) => text !== null).join(' ')
}

/** That a debt took store credit of it; null where none did. */
export function keptText(
  { keptCredit, currency }: Pick<Paid, 'keptCredit' | 'currency'>,
  { t, lang }: Pick<Words, 't' | 'lang'>,
): string | null {
  return keptCredit === 0
    ? null
    : t('order.mail.back.credit_kept', { amount: formatMoney(keptCredit, currency, lang) })
}

/** Null where debts took all of it. */
function sentText(row: Paid, { t, lang, shop }: Words): string | null {
  const { payouts, refundTo, quote, currency, keptCredit } = row
  if (quote.total === 0) return t('return.next.completed_nothing')
  // Of an order that store credit has paid, all goes back to the balance, whichever way was chosen.
  if (refundTo === 'credit' || payouts.length === 0) {
    if (keptCredit === 0) return t('return.next.completed_credit')
    const left = quote.total - keptCredit
    return left > 0
      ? t('return.next.completed_credit_part', { amount: formatMoney(left, currency, lang) })
      : null
  }
  const parts = payouts.flatMap(partsOf)
  const left = parts.filter(({ status }) => status !== 'done')
  if (left.length === 0) {
    const last = parts.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]))
    const date = formatDate(new Date(Math.max(...last)), lang, shop.shop.delivery?.timeZone)
    return t('return.next.completed_sent', { date })
  }
  const byPerson = left.filter(waitsForPerson)
  if (byPerson.length === 0) return t('return.next.completed')
  const amount = byPerson.reduce((sum, payout) => sum + payout.amount, 0)
  return t('order.mail.back.by_hand', { amount: formatMoney(amount, currency, lang) })
}

/** A person still has to send money of it, and has to hear where to. */
export function waitsForAccount({ payouts }: Pick<ReturnRow, 'payouts'>): boolean {
  return payouts.flatMap(partsOf).some(waitsForPerson)
}

/** What of it was sent, and when. Minor units. */
export function sentParts({ payouts }: Pick<ReturnRow, 'payouts'>): { amount: number; at: Date }[] {
  return payouts
    .flatMap(partsOf)
    .flatMap(({ amount, status, doneAt }) =>
      status === 'done' && doneAt !== null ? [{ amount, at: new Date(doneAt) }] : [],
    )
}

type Part = Pick<ReturnPayout, 'amount' | 'status' | 'isByHand' | 'doneAt'>

/** One that was refused is what made it good, and what nobody has made good yet. */
function partsOf(payout: ReturnPayout): Part[] {
  const { repairs, amount } = payout
  const open = amount - repairs.reduce((sum, repair) => sum + repair.amount, 0)
  return [...repairs, ...(open === 0 ? [] : [{ ...payout, amount: open }])]
}

/** No provider can send it, or its bank has refused it. */
function waitsForPerson({ status, isByHand }: Part): boolean {
  return status === 'failed' || (status === 'pending' && isByHand)
}

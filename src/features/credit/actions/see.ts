import { ok } from '#domain/result.ts'
import { formatMoney } from '#i18n/format.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Answer, Input } from '#wire/endpoint.ts'
import type * as contract from '../contract.ts'
import { countEntries, listBalances, listEntries, type CreditEntry } from '../queries/ledger.ts'

const perPage = 20

/** The customer's store credit. A page after the last one is empty. */
export async function seeCredit(
  ctx: Ctx,
  { page }: Input<typeof contract.seeCredit>,
): Answer<typeof contract.seeCredit> {
  const { customer } = (await ctx.who()).session!
  const [balances, total, found] = await Promise.all([
    listBalances(ctx.db, customer),
    countEntries(ctx.db, customer),
    listEntries(ctx.db, customer, { offset: (page - 1) * perPage, most: perPage }),
  ])
  return ok({
    balances: balances.map(({ currency, balance }) => ({
      currency,
      balance,
      text: formatMoney(balance, currency, ctx.lang),
    })),
    total,
    pages: Math.max(1, Math.ceil(total / perPage)),
    entries: found.map((entry) => ({
      id: entry.id,
      currency: entry.currency,
      amount: entry.amount,
      amountText: signed(entry, ctx),
      kind: entry.kind,
      reason: entry.reason || kindText(entry, ctx),
      order: entry.order,
      balanceText:
        entry.balanceAfter === null ? null : formatMoney(entry.balanceAfter, entry.currency, ctx.lang),
      at: entry.at.toISOString(),
    })),
  })
}

function signed({ amount, currency }: CreditEntry, { lang }: Ctx): string {
  const text = formatMoney(amount, currency, lang)
  return amount < 0 ? text : `+${text}`
}

function kindText({ kind, amount }: CreditEntry, { t }: Ctx): string {
  switch (kind) {
    case 'earned':
      return amount < 0 ? t('credit.kind.unearned') : t('credit.kind.earned')
    case 'refund':
      return t('credit.kind.refund')
    case 'spent':
      return t('credit.kind.spent')
    case 'returned':
      return t('credit.kind.returned')
    case 'adjusted':
      return t('credit.kind.adjusted')
    case 'bonus':
      return t('credit.kind.bonus')
  }
}

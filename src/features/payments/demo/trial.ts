import type { Logger } from 'pino'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SalesSettings } from '#wire/settings/sales.ts'

/*
 * What is paid at the pretend bank is paid by nobody: operator and shoppers are told wherever it is offered.
 */

/** Whether something can be ordered here without paying for it. */
export function isOnTrial({ pay, shop }: Pick<Ctx, 'pay' | 'shop'>): boolean {
  return pay.get('demo')?.isReady === true && demoMethods(shop.sales).length > 0
}

/** Says at the start which payment methods take no money, or are not offered because they would not. */
export function warnOfTrial(
  log: Pick<Logger, 'info' | 'warn'>,
  { demoGateway, publicUrl }: Pick<Config, 'demoGateway' | 'publicUrl'>,
  sales: Pick<SalesSettings, 'payment'>,
): void {
  const methods = demoMethods(sales)
  if (methods.length === 0) return
  if (!demoGateway)
    log.warn(
      { methods },
      'these payment methods are not offered: without DEMO_GATEWAY=on their bank is closed',
    )
  // Without a public URL a shop is being tried out.
  else if (publicUrl === null) log.info({ methods }, 'these payment methods only pretend: no money is taken')
  else
    log.warn(
      { methods, publicUrl },
      'these payment methods only pretend: whoever orders by them pays nothing. DEMO_GATEWAY=off closes their bank',
    )
}

function demoMethods({ payment }: Pick<SalesSettings, 'payment'>): string[] {
  return payment.filter(({ provider }) => provider === 'demo').map(({ code }) => code)
}

import type { Locator, Page } from '@playwright/test'
import type { Prefix } from './checkout.ts'

export type ReturnType = 'return_and_refund' | 'exchange' | 'refund_only'

export interface ReturnsOf {
  /** The application for an order, from the order's own page. */
  begin(order: string, prefix?: Prefix): Promise<void>
  /** A line, by a part of its title. */
  line(title: string): Locator
  /** Chooses units of a line: a box for one, a number for several. */
  take(title: string, units?: number): Promise<void>
  type(code: ReturnType): Promise<void>
  reason(code: string): Promise<void>
  description: Locator
  /** What is wanted instead of a line. */
  exchange(title: string, sku: string): Promise<void>
  /** Has the refund shown: without scripts by a press, with them by itself. */
  show(): Promise<void>
  /** The refund as it is shown before it is asked for. */
  outcome: Locator
  /** The line of the total in it. */
  total: Locator
  sendButton: Locator
  /** Presses the button; resolves with the number of the return whose page is shown. */
  send(): Promise<string>
  /** What happens next. */
  next: Locator
  /** Where it stands, and what was decided. */
  states: Locator
  history: Locator
  /** Says which parcel brings the goods. */
  sendParcel(company: string, number: string): Promise<void>
  cancel(): Promise<void>
}

export function returnsOf(page: Page, scripts: boolean): ReturnsOf {
  const returns: ReturnsOf = {
    begin: async (order, prefix = '') => {
      await page.goto(`${prefix}/order/${order}`)
      await page.locator('.return-links a[href$="/return"]').click()
      await page.waitForURL(`**/order/${order}/return`)
    },
    line: (title) => page.locator('.return-line', { hasText: title }),
    take: async (title, units = 1) => {
      const line = returns.line(title)
      const count = line.locator('input[type=number]')
      const tick = line.locator('input[type=checkbox]')
      await count.or(tick).first().waitFor()
      if ((await count.count()) > 0) await count.fill(String(units))
      else await tick.setChecked(units === 1)
    },
    type: (code) => page.locator(`input[name=type][value=${code}]`).check(),
    reason: async (code) => void (await page.locator('select[name=reason]').selectOption(code)),
    description: page.locator('textarea[name=description]'),
    exchange: async (title, sku) => void (await returns.line(title).locator('select').selectOption(sku)),
    show: async () => {
      if (!scripts) {
        await page.locator('button.return-show:not([formaction])').click()
        await page.waitForURL('**/form/return/apply')
      }
      await returns.total.waitFor()
      await page.locator('.return-outcome[aria-busy=false]').waitFor()
    },
    outcome: page.locator('.return-outcome'),
    total: page.locator('.return-outcome .return-sum-total'),
    sendButton: page.locator('button.return-send'),
    send: async () => {
      await returns.sendButton.click()
      await page.waitForURL(/\/return\/R-[0-9A-Z]{5}-[0-9A-Z]{5}$/)
      return new URL(page.url()).pathname.split('/').at(-1)!
    },
    next: page.locator('.return-panel').first(),
    states: page.locator('.return-states').first(),
    history: page.locator('.timeline'),
    sendParcel: async (company, number) => {
      await page.locator('[name=company]').fill(company)
      await page.locator('[name=trackingNumber]').fill(number)
      await page.locator('.return-step-form button[type=submit]').first().click()
      await page.locator('.return-facts', { hasText: number }).waitFor()
    },
    cancel: async () => {
      await page.locator('.return-aside > div > button').click()
      await page.locator('dialog button[type=submit]').click()
      await page.locator('dialog').waitFor({ state: 'hidden' })
    },
  }
  return returns
}

import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The levels A and AA of WCAG 2.2 and what axe itself advises; without a choice axe takes all but AAA. */
export const byTheGuidelines: AxeChoice = {
  options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
}

export interface AxeChoice {
  /** A selector: the part of the page that is looked at. */
  within?: string
  options?: axe.RunOptions
}

/** What axe finds on a page, in one line for each element. */
export async function axeFaults(page: Page, { within = 'html', options = {} }: AxeChoice): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(
    async ([part, run]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part, run)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = '' }) =>
            `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
        ),
      )
    },
    [within, options] as const,
  )
}

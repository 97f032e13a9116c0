import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** The levels A and AA of WCAG 2.2 and what axe itself advises; without a choice axe takes all but AAA. */
export const byTheGuidelines: AxeChoice = {
  options: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
}

export interface AxeChoice {
  /** A selector: the part of the page that is looked at. */
  within?: string
  /** A selector: what is left out of it. */
  without?: string
  options?: axe.RunOptions
}

/** The browser reads the small form in half the time. */
const program = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds on a page, in one line for each element. */
export async function axeFaults(
  page: Page,
  { within = 'html', without, options = {} }: AxeChoice,
): Promise<string[]> {
  await page.evaluate(program)
  return page.evaluate(
    async ([include, exclude, run]) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        { include: [include], exclude },
        // To describe all elements that are without fault takes as long as to look at them.
        { resultTypes: ['violations'], ...run },
      )
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary = '' }) =>
            `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
        ),
      )
    },
    [within, without === undefined ? [] : [without], options] as const,
  )
}

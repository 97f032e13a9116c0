import type { Page } from '@playwright/test'

/** A computed style, of a pseudo-element too. */
export function styleOf(page: Page, selector: string, property: string): Promise<string> {
  const [element, pseudo] = selector.split('::') as [string, string?]
  return page
    .locator(element)
    .first()
    .evaluate((node, [name, part]) => getComputedStyle(node, part && `::${part}`).getPropertyValue(name!), [
      property,
      pseudo ?? '',
    ] as const)
}

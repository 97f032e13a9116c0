import type { Page } from '@playwright/test'
import { openOidcProvider, type OidcServer } from '#test/oidc-provider.ts'
import { test as base } from '../fixtures.ts'

/** With a provider on this machine, which is another site than the shop. */
export const test = base.extend<object, { provider: OidcServer }>({
  provider: [
    async ({ playwright: _ }, provide) => {
      const provider = await openOidcProvider()
      await provide(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
})

/** At the provider, one button says who it is. */
export async function goOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Go on' }).click()
}

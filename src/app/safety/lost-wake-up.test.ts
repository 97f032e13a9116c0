import { expect, it, onTestFinished, vi } from 'vitest'
import { openWholeShop } from '#test/whole-shop.ts'
import { configure } from '../configure.ts'

it('shows two seconds later at the latest what a node did not live to tell of', async () => {
  const shop = await openWholeShop()
  onTestFinished(shop.close)
  const { db } = shop.database
  const named = async (): Promise<string> =>
    /"og:site_name" content="([^"]+)"/.exec((await shop.get('/')).body)?.[1] ?? ''
  await shop.configure({ shop: { name: 'Oak' } })
  expect(await named()).toBe('Oak')

  // Dead right after the commit: nobody is woken.
  const wakeUps = vi.spyOn(db.notifier, 'notify').mockReturnValue()
  const stored = await configure(db, { shop: { name: 'Elm' } }, new Date())
  const began = performance.now()
  expect(stored.ok).toBe(true)
  expect(wakeUps).toHaveBeenCalled()
  await expect.poll(named, { interval: 20, timeout: 10_000 }).toBe('Elm')
  expect(performance.now() - began).toBeLessThan(2_000)
})

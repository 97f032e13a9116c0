import { expect, type Page } from '@playwright/test'
import type { Visitor } from './stage.ts'

/** Asks again until it is so. It takes its time, because other work may share the machine. */
export function expectSoon<T>(ask: () => T | Promise<T>): ReturnType<typeof expect.poll> {
  return expect.poll(ask, { intervals: [20] })
}

/** Time passes for the page, whose clock was installed before, and what it asks for meanwhile arrives. */
export async function letPass(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await roundTrip(page)
}

/** What the page has asked for before arrives before this. */
export async function roundTrip(page: Page): Promise<void> {
  await page.evaluate(() => fetch('/favicon.ico').then(({ ok }) => ok))
}

/** The answer to the next visit to `path` is in the page, and what it makes of it is done. */
export async function untilVisited(page: Page, path: string, begin: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((response) => {
    const { pathname, searchParams } = new URL(response.url())
    return pathname === path && searchParams.get('request') === 'route'
  })
  await begin()
  await (await answer).finished()
  await roundTrip(page)
}

/** React has taken over the part of that name. */
export async function untilAlive(page: Page, name: string): Promise<void> {
  await expectSoon(() =>
    page
      .locator(`x-island[c=${name}]`)
      .evaluate((host) => Object.keys(host).some((key) => key.startsWith('__reactContainer'))),
  ).toBe(true)
}

/** What is let go by hand. */
export function createHold(): { held: Promise<void>; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { held: promise, letGo: resolve }
}

/** A slow phone on a slow line: 4 times slower, 1.6 Mbit/s, 150 ms there and back. */
export async function slowDown({ page, context }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  })
}

/** Marks the document: the mark is gone once another has been loaded. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
  return () => page.evaluate(() => document.documentElement.hasAttribute('data-mark'))
}

import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runningPostmaster } from '#platform/server/db/embedded/postmaster.ts'
import { openShop, type RunningShop } from '#test/running-shop.ts'

/* A shop that is ended takes its PostgreSQL with it: nothing else finds that one again. */

it('ends its PostgreSQL, too, when it is ended in the moment in which it says that it is open', async () => {
  // The earliest moment in which somebody who reads its output can end it.
  const shop = await opened(`
    const write = process.stdout.write.bind(process.stdout)
    process.stdout.write = (text, ...rest) => {
      const more = write(text, ...rest)
      if (String(text).includes('is open at')) process.kill(process.pid, 'SIGTERM')
      return more
    }`)
  const { exitCode, signalCode } = shop.process
  if (exitCode === null && signalCode === null) await once(shop.process, 'exit')
  expect(shop.process.exitCode).toBe(0)
  expect(await databaseOf(shop)).toBeNull()
})

it('cannot be stopped by a test without a word when its PostgreSQL goes on', async () => {
  const shop = await opened(`process.on('SIGTERM', () => process.exit(1))`)
  expect(await databaseOf(shop)).not.toBeNull()
  await expect(shop.stop()).rejects.toThrow('its PostgreSQL ran on')
  await expect.poll(() => databaseOf(shop), { timeout: 10_000 }).toBeNull()
})

/** An empty shop in which this runs first. */
async function opened(script: string): Promise<RunningShop> {
  const shop = await openShop({
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
  })
  onTestFinished(() => shop.remove())
  return shop
}

function databaseOf({ dataDir }: RunningShop): ReturnType<typeof runningPostmaster> {
  return runningPostmaster(join(dataDir, 'pg'))
}

import { defineConfig } from '@playwright/test'
import { tagOfWhole, whole } from './e2e/whole.ts'
import { launchOptions } from './test/chromium.ts'

/**
 * The tests that need a browser: `*.spec.ts`. `journeys` walk through the built shop, `runtime` through a few pages
 * that are made for one question each.
 */
export default defineConfig({
  globalSetup: './e2e/global-setup.ts',
  ...(whole() ? {} : { grepInvert: new RegExp(tagOfWhole) }),
  outputDir: '.cache/playwright',
  // A test that passes the second time only is a fault of the test or of the shop.
  retries: 0,
  // One more than the processors that the shop is tried on: a journey waits half of its time.
  workers: 3,
  timeout: 90_000,
  // Two cores may be busy with other tests.
  expect: { timeout: 15_000 },
  reporter: './e2e/progress.ts',
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1280, height: 800 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
  },
  projects: [
    { name: 'journeys', testDir: 'e2e', testMatch: '*.spec.ts' },
    {
      name: 'runtime',
      testDir: 'test/runtime',
      testMatch: '*.spec.ts',
      use: { viewport: { width: 800, height: 600 } },
    },
  ],
})

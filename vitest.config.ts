import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', 'build/**', 'test/canaries/**']

/** `unit`: in process, in parallel. `server`: the built shop as its own process. What needs a browser: playwright.config.ts. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    globalSetup: ['test/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          setupFiles: ['test/setup.ts'],
          // Rules that the theme's stylesheet is made of; of other styles a test sees nothing.
          css: { include: [/theming\/looks\//] },
          include: [
            'src/**/*.test.{ts,tsx}',
            'cli/**/*.test.ts',
            'demo/**/*.test.ts',
            'scripts/**/*.test.ts',
            'test/**/*.test.{ts,tsx}',
          ],
          exclude,
          // On two cores Vitest would take one: much of the time is spent waiting for PostgreSQL.
          maxWorkers: Math.max(2, availableParallelism() - 1),
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles: ['test/setup.ts'],
          include: ['e2e/**/*.test.ts'],
          exclude,
          // Each brings a shop and its PostgreSQL, and they share two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

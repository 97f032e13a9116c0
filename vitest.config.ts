import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { temporaryFolder } from './scripts/bootstrap/temporary.mjs'
import { testFiles } from './test/projects.ts'

const { pure, database } = testFiles(import.meta.dirname)

const inProcess: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  setupFiles: ['test/setup.ts'],
  // What is served as text: rules of the theme's stylesheet and of the gallery's. Of other styles a test sees nothing.
  css: { include: [/theming\/looks\//, /\.css\?raw$/] },
  // What a file loads the next one need not load again: no test leaves anything behind in a module.
  isolate: false,
  env: { TMPDIR: temporaryFolder() },
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/**
 * `pure` and `database`: in process, in parallel; `database` with a PostgreSQL. `server`: the built shop as its own
 * process. What needs a browser: playwright.config.ts.
 */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      {
        extends: true,
        test: { ...inProcess, name: 'pure', include: pure, maxWorkers: Math.max(3, availableParallelism()) },
      },
      {
        extends: true,
        test: {
          ...inProcess,
          name: 'database',
          globalSetup: ['test/global-setup.ts'],
          include: database,
          // On two cores Vitest would take one: much of the time is spent waiting for PostgreSQL.
          maxWorkers: Math.max(3, availableParallelism() - 1),
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          setupFiles: ['test/setup.ts'],
          globalSetup: ['test/demo-folder.ts'],
          env: { TMPDIR: temporaryFolder() },
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'build/**', 'test/canaries/**'],
          // Each brings a shop and its PostgreSQL, and they share two cores.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

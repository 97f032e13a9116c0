import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeLockFile } from './lock-file.mjs'

describe('package-lock.json', () => {
  test('has an entry for every optional package, which npm ci insists on', async () => {
    const text = await readFile(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
    expect(completeLockFile(JSON.parse(text)), 'run: node scripts/complete-lock.mjs').toEqual([])
  })

  test('is completed where one is missing, and only there', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/tool': {
          version: '2.0.0',
          dev: true,
          optionalDependencies: {
            '@tool/linux-x64-musl': '2.0.0',
            '@tool/win32-arm64': '2.0.0',
            '@tool/darwin-x64': '2.0.0',
          },
        },
        'node_modules/@tool/win32-arm64': { version: '2.0.0', optional: true },
        'node_modules/tool/node_modules/@tool/darwin-x64': { version: '2.0.0', optional: true },
      },
    }
    expect(completeLockFile(lock)).toEqual(['@tool/linux-x64-musl'])
    expect(lock.packages).toHaveProperty(['node_modules/@tool/linux-x64-musl'], {
      version: '2.0.0',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      dev: true,
      optional: true,
    })
    expect(completeLockFile(lock)).toEqual([])
  })
})

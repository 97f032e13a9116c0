import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeLockFile, withoutIntegrity } from './lock-file.mjs'

const readLock = async () =>
  JSON.parse(await readFile(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as Parameters<
    typeof completeLockFile
  >[0]

describe('package-lock.json', () => {
  test('has an entry for every optional package, which npm ci insists on', async () => {
    expect(completeLockFile(await readLock()), 'run: node scripts/complete-lock.mjs').toEqual([])
  })

  test('has the hash of every package that a shop runs', async () => {
    expect(withoutIntegrity(await readLock()).mayRun).toEqual([])
  })

  test('is read for packages without a hash: those that may run, and tools for other systems', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/known': { integrity: 'sha512-…' },
        'node_modules/own': { link: true },
        'node_modules/runs': { version: '1.0.0' },
        'node_modules/known/node_modules/@a/b': { version: '1.0.0', dev: true },
        'node_modules/database-darwin': { version: '1.0.0', optional: true, os: ['darwin'] },
        'node_modules/@tool/darwin-x64': { version: '1.0.0', dev: true, optional: true, os: ['darwin'] },
      },
    }
    expect(withoutIntegrity(lock)).toEqual({
      mayRun: ['runs', '@a/b', 'database-darwin'],
      elsewhere: ['@tool/darwin-x64'],
    })
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

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/*
 * `docker compose up` is a shop to sell with: whatever can be set outside of a container can be set in it.
 */

/** The lines of a block of `compose.yaml`, by the keys that lead to it, without those keys' own indentation. */
function block(yaml: string, ...path: string[]): string[] {
  let lines = yaml.split('\n').filter((line) => !/^\s*(#|$)/.test(line))
  for (const key of path) {
    const start = lines.indexOf(`${key}:`)
    expect(start, key).toBeGreaterThanOrEqual(0)
    const rest = lines.slice(start + 1)
    const end = rest.findIndex((line) => !line.startsWith('  '))
    lines = rest.slice(0, end === -1 ? rest.length : end).map((line) => line.slice(2))
  }
  return lines
}

/** Where the shop is inside of its container: set by `compose.yaml`, whatever `.env` says. */
const ofTheContainer: Record<string, string> = { HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' }

it('lets every variable of .env.example reach the shop', async () => {
  const [yaml, example] = await Promise.all([
    readFile('compose.yaml', 'utf8'),
    readFile('.env.example', 'utf8'),
  ])
  const names = [...example.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(names.length).toBeGreaterThan(25)
  // The file as a whole, where there is one; what is set beside it comes first.
  expect(block(yaml, 'services', 'shop', 'env_file')).toEqual(['- path: .env', '  required: false'])
  const set = new Map(
    block(yaml, 'services', 'shop', 'environment').map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name, value.join(': ')]
    }),
  )
  const unreachable = names.filter((name) => {
    const value = set.get(name)
    return value !== undefined && value !== ofTheContainer[name] && !value.startsWith(`\${${name}:-`)
  })
  expect(unreachable).toEqual([])
  for (const [name, value] of Object.entries(ofTheContainer)) expect(set.get(name), name).toBe(value)
})

it('is no demo unless somebody says so, and keeps secrets out of the image', async () => {
  const environment = block(await readFile('compose.yaml', 'utf8'), 'services', 'shop', 'environment')
  expect(environment).toContain('DEMO: ${DEMO:-off}')
  const ignored = (await readFile('.dockerignore', 'utf8')).split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*']))
})

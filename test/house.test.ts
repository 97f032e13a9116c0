import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endpoints } from '#app/endpoints.ts'
import { islands as ofForms } from '#app/islands-forms.ts'
import { islands as ofPlaced } from '#app/islands-placed.ts'
import { islands as ofShop } from '#app/islands.ts'
import { projectFiles } from '../scripts/check/files.ts'
import { islandFolders } from '../scripts/check/page-islands.ts'

const root = join(import.meta.dirname, '..')
const islands = { ...ofShop, ...ofForms, ...ofPlaced }

it('has no island without a home', async () => {
  const folders = [...(await islandFolders(root)).keys()]
  expect(folders.length).toBeGreaterThan(0)
  expect(Object.keys(islands).sort()).toEqual(folders.sort())
})

it('gives each island the folder of its name', async () => {
  const tables = ['src/app/islands.ts', 'src/app/islands-forms.ts', 'src/app/islands-placed.ts'].map((file) =>
    readFile(join(root, file), 'utf8'),
  )
  const table = (await Promise.all(tables)).join('')
  const lines = [
    ...table.matchAll(/^\s*'?([\w-]+)'?: \(\) => import\('[^']*\/islands\/([\w-]+)\/island\.tsx'\)/gm),
  ]
  expect(lines.map(([, name]) => name)).toEqual(Object.keys(islands))
  expect(lines.map(([, , folder]) => folder)).toEqual(Object.keys(islands))
})

it('has no two islands of one name', async () => {
  const files = await projectFiles(root, /^src\/.*\/islands\/[^/]+\/island\.tsx$/)
  expect(files).toHaveLength((await islandFolders(root)).size)
})

it('exports a component from each island', async () => {
  for (const load of Object.values(islands))
    expect(await load()).toMatchObject({ default: expect.any(Function) as unknown })
})

it('answers each contract with one action', async () => {
  const contracts = await projectFiles(root, /^src\/(features\/[^/]+\/contract(?:\/[\w-]+)?|wire\/live)\.ts$/)
  expect(contracts.length).toBeGreaterThan(0)
  const declared: string[] = []
  for (const file of contracts) {
    const exported = Object.values(
      (await import(/* @vite-ignore */ join(root, file))) as Record<string, unknown>,
    )
    declared.push(...exported.filter(isEndpoint).map(({ path }) => path))
  }
  expect(endpoints.map(({ endpoint }) => endpoint.path).sort()).toEqual(declared.sort())
  expect(new Set(declared).size).toBe(declared.length)
})

it('addresses each call as /area/verb', () => {
  const paths = endpoints.map(({ endpoint }) => endpoint.path)
  expect(paths.filter((path) => !/^\/[a-z]+\/[a-z]+(?:[A-Z][a-z]+)*$/.test(path))).toEqual([])
})

it('lists each feature among those that may know each other', async () => {
  const { mayUse } = (await import(/* @vite-ignore */ join(root, '.dependency-cruiser.mjs'))) as {
    mayUse: object
  }
  const features = new Set(
    (await projectFiles(root, /^src\/features\/[^/]+\//)).map((file) => file.split('/')[2]!),
  )
  expect([...features].filter((feature) => !(feature in mayUse))).toEqual([])
})

function isEndpoint(value: unknown): value is { path: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'input' in value &&
    'output' in value &&
    'problems' in value
  )
}

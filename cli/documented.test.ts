import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'

/* An operator finds a command in the README, and what it does in a document. */

const { commands } = createProgram('1.2.3')
const readme = readFileSync('README.md', 'utf8').split('\n')

const documents = readdirSync('docs')
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(`docs/${file}`, 'utf8'))
  .join('\n')

it('the README or a document names every command', () => {
  const examples = readme.filter((line) => line.startsWith('npx violet ')).join('\n')
  const isNamed = (name: string): boolean =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(examples) || documents.includes(`violet ${name}`)
  expect(commands.map((command) => command.name()).filter((name) => !isNamed(name))).toEqual([])
})

describe.each(['orders', 'returns'])('violet %s', (group) => {
  const parts = commands.find((command) => command.name() === group)!.commands
  const names = parts.map((command) => command.name())

  it('stands in the README with all that it does', () => {
    const lines = readme.filter((line) => line.startsWith(`npx violet ${group} `)).join('\n')
    expect(names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(lines))).toEqual([])
  })

  it('has a document for each of its commands', () => {
    expect(names.filter((name) => !documents.includes(`violet ${group} ${name}`))).toEqual([])
  })

  it('prints JSON from all of them', () => {
    const others = parts.filter((command) => !command.helpInformation().includes('--json'))
    expect(others.map((command) => command.name())).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { checkTheme } from '../check-theme.ts'
import { importedFrom } from './for-tests.ts'
import { openReport } from './report.ts'
import { withoutFaults } from './without-faults.ts'

const text = (words: object): object => ({ type: 'rich-text', settings: { html: words } })
const made = (): Map<string, Buffer> => new Map()

it('takes out hundreds of faults at once, and the sections without one stay', () => {
  const sections = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [`s${at}`, at === 7 ? text({ en: 'Clay' }) : text({ en: at })]),
  )
  const templates = new Map(
    ['home', 'product', 'cart', 'page', 'article', 'search', 'category', 'tag'].map((page) => [
      `templates/${page}.json`,
      { sections: { ...sections, main: { type: 'main' } }, order: ['s7', 'main'] },
    ]),
  )
  const report = openReport()
  const files = withoutFaults({ look: {}, templates, made: made() }, report)
  expect(checkTheme(files).ok).toBe(true)
  expect(report.lines).toHaveLength(8 * 49)
  expect(JSON.parse(files.get('templates/home.json')!.toString())).toMatchObject({ order: ['s7', 'main'] })
})

it('takes a member out of the frame, and not all of it', () => {
  const frame = { logo: { file: 'assets/gone.png' }, header: [{ text: { en: 'Journal' }, href: '/article' }] }
  const report = openReport()
  const files = withoutFaults(
    { look: {}, templates: new Map(), made: new Map([['frame.json', Buffer.from(JSON.stringify(frame))]]) },
    report,
  )
  expect(JSON.parse(files.get('frame.json')!.toString())).toEqual({ header: frame.header })
  expect(report.lines).toEqual([
    { file: 'frame.json', at: 'logo', fate: 'left', reason: expect.stringContaining('assets/gone.png') },
  ])
})

it('leaves what it cannot mend, and throws nothing', () => {
  const report = openReport()
  const many = new Map(Array.from({ length: 1_001 }, (_, at) => [`assets/a${at}.png`, Buffer.from('x')]))
  const files = withoutFaults({ look: { primaryColor: '#205080' }, templates: new Map(), made: many }, report)
  expect([...files.keys()]).toEqual(['theme.json'])
  expect(JSON.parse(files.get('theme.json')!.toString())).toEqual({
    theme: { primaryColor: '#205080', useDefTemplate: true },
  })
  expect(report.lines).toHaveLength(1_001)
})

it('reads ten thousand files, each with its line', () => {
  const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`snippets/s${at}.liquid`, '']))
  const { lines } = importedFrom(files)
  expect(lines.filter(({ file }) => file.startsWith('snippets/'))).toHaveLength(10_000)
})

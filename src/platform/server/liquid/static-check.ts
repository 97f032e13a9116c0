import { type Template, TokenKind, Tokenizer } from 'liquidjs'
import { own } from '#domain/by-word.ts'
import { meantWord } from '#domain/edit-distance.ts'
import { jsonErrorWords, lineOfParseError } from '../files/json-line.ts'
import { attributeRefusal, elementRefusal, htmlElements, svgElements } from './html-names.ts'
import { faultOf } from './faults.ts'
import { limits } from './limits.ts'
import { memberFaults } from './member-check.ts'
import { schemaIn } from './schema-text.ts'
import type { Theme } from './theme.ts'
import { wordFaults } from './word-check.ts'
import { textOf } from './words.ts'
import { isPageFile, type KnownNames, type LiquidFault } from './work.ts'

/* What can be said of a file of a theme before it is rendered: `violet theme check`. */

/** All that is wrong with one file, in its order. */
export function checkFile(theme: Theme, file: string, known: KnownNames): LiquidFault[] {
  if (file.startsWith('locales/')) return wordFaults(theme, file)
  let templates: Template[]
  try {
    templates = theme.parsed(file)
  } catch (error) {
    return [withMeant(theme, faultOf(error, file))]
  }
  const source = theme.texts.get(file) ?? ''
  const faults = [
    ...markupFaults(theme, file, source),
    ...schemaFaults(file, source),
    ...referenceFaults(theme, file, source),
    ...sectionFaults(theme, file, source, known),
    ...nameFaults(theme, templates, file, known),
    ...membersOf(theme, templates, file, known),
    ...islandFaults(file, source, known),
  ]
  return faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** With the name that was probably meant, where a tag or a filter is none. */
function withMeant({ liquid }: Theme, fault: LiquidFault): LiquidFault {
  const [whole, kind, name = ''] = /^there is no (tag|filter) "([^"]{1,60})"$/.exec(fault.message) ?? []
  if (whole === undefined) return fault
  if (kind === 'tag' && name.startsWith('end'))
    return { ...fault, message: `{% ${name} %} closes nothing: no {% ${name.slice(3)} %} is open here` }
  const known = Object.keys(kind === 'tag' ? liquid.tags : liquid.filters)
  return { ...fault, message: `${whole}${meantWord(name, known)}` }
}

/** Elements and attributes that no page would show, wherever in the file they stand. */
function markupFaults(theme: Theme, file: string, source: string): LiquidFault[] {
  const html = withoutLiquid(theme, file, source)
  const faults: LiquidFault[] = []
  let svgs = 0
  for (const match of html.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9-]{0,40})([^<>]{0,4000})/g)) {
    const [, slash, written = '', attributes = ''] = match
    const name = written.toLowerCase()
    if (name === 'svg') svgs += slash === '' ? 1 : -1
    const isSvg = svgs > 0 && svgElements.has(name)
    if (slash !== '') continue
    if (!isSvg && !htmlElements.has(name)) faults.push(at(match.index, elementRefusal(name)))
    for (const attribute of attributes.matchAll(
      /(?:^|\s)([a-zA-Z][\w:.-]{0,60})(?=[\s=/]|$)(?:\s*=\s*(?:"[^"]*"|'[^']*'))?/g,
    )) {
      const refusal = attributeRefusal(attribute[1]!.toLowerCase(), isSvg)
      const index = match.index + 1 + written.length + attribute.index
      if (refusal !== null) faults.push(at(index, refusal))
    }
  }
  return faults

  function at(index: number, message: string): LiquidFault {
    return { cause: 'html', file, line: lineAt(source, index), message }
  }
}

/** The HTML of a file at the same indexes, with blanks where tags and outputs stand. */
function withoutLiquid({ liquid }: Theme, file: string, source: string): string {
  const { options } = liquid
  const tokens = new Tokenizer(source, options.operators, file).readTopLevelTokens(options)
  let isSchema = false
  return tokens
    .map((token) => {
      const text = source.slice(token.begin, token.end)
      if (token.kind === TokenKind.Tag) {
        const { name } = token as unknown as { name: string }
        if (name === 'schema' || name === 'comment') isSchema = true
        if (name === 'endschema' || name === 'endcomment') isSchema = false
      }
      return token.kind === TokenKind.HTML && !isSchema ? text : text.replace(/[^\n]/g, ' ')
    })
    .join('')
}

function schemaFaults(file: string, source: string): LiquidFault[] {
  const schema = schemaIn(source)
  if (schema === null) return []
  try {
    JSON.parse(schema.json)
    return []
  } catch (error) {
    const line = lineOfParseError(schema.json, error) ?? 1
    const message = `the schema is no JSON: ${jsonErrorWords(error)}`
    return [{ cause: 'syntax', file, line: schema.line + line - 1, message }]
  }
}

/** Snippets that are not there. */
function referenceFaults({ texts }: Theme, file: string, source: string): LiquidFault[] {
  const known = [...texts.keys()].flatMap((path) => /^snippets\/(.*)\.liquid$/.exec(path)?.[1] ?? [])
  return [...source.matchAll(/\{%-?\s{0,20}render\s{1,20}["']([\w-]{1,61})["']/g)].flatMap(
    ({ index, 1: name = '' }) =>
      texts.has(`snippets/${name}.liquid`)
        ? []
        : [
            missing(
              file,
              lineAt(source, index),
              `there is no file snippets/${name}.liquid in the theme${meantWord(name, known)}`,
            ),
          ],
  )
}

/** Sections that a whole page places and that nobody has. */
function sectionFaults(
  { texts }: Theme,
  file: string,
  source: string,
  { sections, sectionsToSet }: KnownNames,
): LiquidFault[] {
  if (!isPageFile(file)) return []
  const own = namesOfSections(source)
  return [...source.matchAll(/\{%-?\s{0,20}section\s{1,20}["']([\w/-]{1,60})["']/g)].flatMap(
    ({ index, 1: name = '' }) => {
      if (own.has(name) || texts.has(`sections/${name}.liquid`) || sections.includes(name)) return []
      const line = lineAt(source, index)
      return [
        sectionsToSet.includes(name)
          ? missing(
              file,
              line,
              `the section "${name}" needs settings: name it in {% schema %}, under "sections"`,
            )
          : missing(
              file,
              line,
              `there is no section "${name}"${meantWord(name, sections)}; there are ${sections.join(', ')}: or write sections/${name}.liquid, or name it in {% schema %}`,
            ),
      ]
    },
  )
}

/** The ids of the sections that the schema of a whole page names. */
function namesOfSections(source: string): Set<string> {
  try {
    const read = JSON.parse(schemaIn(source)?.json ?? '{}') as { sections?: object }
    return new Set(Object.keys(read.sections ?? {}))
  } catch {
    // It is said that it is no JSON.
    return new Set()
  }
}

function islandFaults(file: string, source: string, { islands }: KnownNames): LiquidFault[] {
  const named = [
    ...source.matchAll(/\{%-?\s{0,20}island\s{1,20}["']([\w/-]{1,60})["']/g),
    ...source.matchAll(/<x-island\s{1,20}c=["']([\w-]{1,60})["']/g),
  ]
  return named.flatMap(({ index, 1: name = '' }) =>
    islands.includes(name)
      ? []
      : [
          missing(
            file,
            lineAt(source, index),
            `there is no part "${name}"${meantWord(name, islands)}; there are ${islands.join(', ')}`,
          ),
        ],
  )
}

/** Objects that the shop does not give. A snippet has what it is passed. */
function nameFaults(
  { liquid }: Theme,
  templates: Template[],
  file: string,
  known: KnownNames,
): LiquidFault[] {
  if (file.startsWith('snippets/')) return []
  const { globals } = liquid.analyzeSync(templates, { partials: false })
  return Object.entries(globals).flatMap(([name, places]) =>
    Object.hasOwn(known.objects, name) || name === 'continue'
      ? []
      : places.slice(0, 1).map(({ location: { row } }) => unknownName(file, row, name, known)),
  )
}

function unknownName(
  file: string,
  line: number,
  name: string,
  { objects, elsewhere }: KnownNames,
): LiquidFault {
  const pages = own(elsewhere, name)
  if (pages === undefined)
    return missing(
      file,
      line,
      `nothing is called "${name}" here${meantWord(name, Object.keys(objects))}; there are ${Object.keys(objects).join(', ')}`,
    )
  const message = `"${name}" is nothing here: it is an object of the pages ${pages.join(', ')}`
  return { ...missing(file, line, message), isHint: true }
}

/** A snippet is looked at where it is rendered: there is known what it is passed. */
function membersOf(
  theme: Theme,
  templates: Template[],
  file: string,
  { objects }: KnownNames,
): LiquidFault[] {
  if (file.startsWith('snippets/')) return []
  const words = theme.words('en')
  try {
    return memberFaults(theme, file, templates, objects, (key) => textOf(words, key) !== null)
  } catch (error) {
    return [faultOf(error, file)]
  }
}

function missing(file: string, line: number, message: string): LiquidFault {
  return { cause: 'missing', file, line, message: message.slice(0, 2 * limits.depth * 50) }
}

function lineAt(source: string, index: number): number {
  let line = 1
  for (let next = source.indexOf('\n'); next !== -1 && next < index; next = source.indexOf('\n', next + 1))
    line += 1
  return line
}

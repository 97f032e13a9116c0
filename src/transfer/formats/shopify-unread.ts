import { printable } from '#wire/shown-text.ts'
import type { CsvRow } from './csv.ts'
import type { Note } from './reading.ts'
import type { Header } from './shopify-columns.ts'

/*
 * Columns that are not read. Where one says what the shop does anyway, nothing is lost; where it says something else,
 * the operator is told, and of all others by name.
 */

interface Telling {
  names: readonly string[]
  /** Whether the cell, in lower case, asks for something that the shop does not do by itself. */
  matters(cell: string): boolean
  note: string
}

const isNo = (cell: string): boolean => ['false', 'no', '0'].includes(cell)

const tellings: readonly Telling[] = [
  {
    names: ['variant taxable', 'charge tax'],
    matters: isNo,
    note: 'is "false", which is not read: the variant is taxed like others, unless its product has a taxClass of its own',
  },
  {
    names: ['variant requires shipping', 'requires shipping'],
    matters: isNo,
    note: 'is "false", which is not read: the shop ships every product',
  },
  {
    names: ['gift card'],
    matters: (cell) => cell !== '' && !isNo(cell),
    note: 'is "true", which is not read: it is sold like any other product, and no gift card comes of it',
  },
  {
    names: ['variant fulfillment service', 'fulfillment service'],
    matters: (cell) => cell !== '' && cell !== 'manual',
    note: 'is not read: the shop sends every parcel itself',
  },
  {
    names: ['variant weight unit', 'weight unit for display'],
    matters: (cell) => cell !== '' && cell !== 'g',
    note: 'is not read: weights are taken from the column of grams, and shown in grams',
  },
]

const mostNames = 12

export interface UnreadColumns {
  see(row: CsvRow): void
  notes(): Note[]
}

export function unreadColumns(header: Header, cells: readonly string[]): UnreadColumns {
  const understood = new Set(header.at.values())
  const columns = cells.flatMap((cell, index) => {
    const name = cell.trim()
    if (understood.has(index) || name === '') return []
    return [{ name, index, telling: tellings.find(({ names }) => names.includes(name.toLowerCase())) }]
  })
  const counts = new Map<number, number>()
  return {
    see({ fields }) {
      for (const { index, telling } of columns) {
        const field = fields[index]
        if (field === undefined || field.length === 0 || (telling === undefined && counts.has(index)))
          continue
        const cell = field.toString('utf8').trim().toLowerCase()
        const matters = telling === undefined ? cell !== '' : telling.matters(cell)
        if (matters) counts.set(index, (counts.get(index) ?? 0) + 1)
      }
    },
    notes() {
      const told = columns.flatMap(({ name, index, telling }): Note[] => {
        const count = counts.get(index) ?? 0
        return telling === undefined || count === 0
          ? []
          : [{ what: 'note', note: `${printable(name)} ${telling.note}`, count }]
      })
      const others = columns.filter(({ index, telling }) => telling === undefined && counts.has(index))
      if (others.length === 0) return told
      const names = others.slice(0, mostNames).map(({ name }) => printable(name).slice(0, 80))
      const more = others.length > mostNames ? `, and ${others.length - mostNames} more` : ''
      return [...told, { what: 'note', note: `columns that are not read: ${names.join(', ')}${more}` }]
    },
  }
}

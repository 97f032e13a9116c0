import { expect, it } from 'vitest'
import { apply, picture, type Chosen, type Replacement, type Tool } from './markdown-tools.ts'

/** `[` and `]` stand around what is chosen. */
function chosenIn(marked: string): Chosen {
  const start = marked.indexOf('«')
  const end = marked.indexOf('»') - 1
  return { text: marked.replace(/[«»]/g, ''), start, end }
}
function shown({ text }: Chosen, { start, end, by, chosen: [from, to] }: Replacement): string {
  const marked = `${by.slice(0, from)}«${by.slice(from, to)}»${by.slice(to)}`
  return text.slice(0, start) + marked + text.slice(end)
}

it.each<[Tool, string, string]>([
  ['bold', 'an «oak» chair', 'an **«oak»** chair'],
  ['bold', 'an **«oak»** chair', 'an «oak» chair'],
  ['bold', '«»', '**«»**'],
  ['italic', 'an «oak» chair', 'an *«oak»* chair'],
  ['italic', 'an *«oak»* chair', 'an «oak» chair'],
  ['italic', 'an **«oak»** chair', 'an ***«oak»*** chair'],
  ['heading', 'one\ntw«»o\nthree', 'one\n## two«»\nthree'],
  ['heading', 'one\n## tw«»o', 'one\ntwo«»'],
  ['list', '«one\ntwo»', '«- one\n- two»'],
  ['list', '- one\n«- two»', '- one\ntwo«»'],
  ['quote', 'a«»', '> a«»'],
  ['link', 'see «oak»', 'see [oak](«https://»)'],
  ['link', 'see «»', 'see [words](«https://»)'],
  ['link', 'see «https://oak.example»', 'see [«words»](https://oak.example)'],
])('%s: %s → %s', (tool, given, wanted) => {
  const chosen = chosenIn(given)
  expect(shown(chosen, apply(tool, chosen, 'words'))).toBe(wanted)
})

it.each([
  ['«»', '![](/x)\n«»'],
  ['one«»', 'one\n\n![](/x)\n«»'],
  ['one\n«»two', 'one\n\n![](/x)\n\n«»two'],
  ['one«»\n\ntwo', 'one\n\n![](/x)\n«»\n\ntwo'],
])('puts a picture into a paragraph of its own: %j', (given, wanted) => {
  const chosen = chosenIn(given)
  expect(shown(chosen, picture(chosen, '![](/x)'))).toBe(wanted)
})

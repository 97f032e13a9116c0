/** Characters of a run that are read; a title is never longer. */
const longestRun = 24
/** Syllables that are written together when a word is typed: 台灯 is typed `taideng`. */
const mostTogether = 4

/**
 * What the pinyin of a run of Han is typed as: its syllables, up to four of them together, the whole, and initials
 * (`td`). The dictionary is loaded when somebody first asks: it takes 20 MB, and a node that indexes nothing in Chinese
 * needs none of it. @param run simplified
 */
export async function pinyinOf(run: string): Promise<string[]> {
  const { pinyin } = await import('pinyin-pro')
  const syllables = pinyin(run.slice(0, longestRun), {
    toneType: 'none',
    type: 'array',
    v: true,
    nonZh: 'removed',
  })
    .map((syllable) => syllable.replace(/ü/g, 'v'))
    .filter((syllable) => /^[a-z]+$/.test(syllable))
  const typed = new Set<string>()
  for (let from = 0; from < syllables.length; from++) {
    for (let length = 1; length <= mostTogether && from + length <= syllables.length; length++) {
      const some = syllables.slice(from, from + length)
      typed.add(some.join(''))
      if (length > 1) typed.add(some.map((syllable) => syllable[0]).join(''))
    }
  }
  if (syllables.length > mostTogether) {
    typed.add(syllables.join(''))
    typed.add(syllables.map((syllable) => syllable[0]).join(''))
  }
  return [...typed]
}

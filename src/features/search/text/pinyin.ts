/** Characters of a run that are read; titles are shorter. */
const longestRun = 24
/** Syllables that are typed as one word: 台灯 is typed `taideng`. */
const maxSyllables = 4

/**
 * The ways to type a run of Han in pinyin: its syllables, up to four of them joined, the whole, and initials (`td`).
 * The dictionary takes 20 MB, so it is loaded at the first call: a node that indexes no Chinese never needs it.
 * @param run simplified
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
    for (let length = 1; length <= maxSyllables && from + length <= syllables.length; length++) {
      const some = syllables.slice(from, from + length)
      typed.add(some.join(''))
      if (length > 1) typed.add(some.map((syllable) => syllable[0]).join(''))
    }
  }
  if (syllables.length > maxSyllables) {
    typed.add(syllables.join(''))
    typed.add(syllables.map((syllable) => syllable[0]).join(''))
  }
  return [...typed]
}

/** Letters that look Latin, each in front of the one that it looks like. */
const twins = new Map(
  'аa еe оo рp сc уy хx іi јj ѕs кk мm тt ԁd ɡg οo αa ıi νv ʋv ѵv ӏl ɩi ոn սu հh զq'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)
const anyTwin = new RegExp(`[${[...twins.keys()].join('')}]`, 'giu')

/**
 * A text with Latin letters in place of those of other scripts that look the same, as readers take them: "Violеt" with
 * a Cyrillic е is "Violet". Capitals stay capitals.
 */
export function withoutLookAlikes(text: string): string {
  return text.replace(anyTwin, (letter) => {
    const twin = twins.get(letter.toLowerCase()) ?? letter
    return letter === letter.toLowerCase() ? twin : twin.toUpperCase()
  })
}

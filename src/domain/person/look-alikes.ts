/** Letters that look Latin, each in front of the one that it looks like; their capitals do, too. */
const small =
  'аa еe оo рp сc уy хx іi јj ѕs кk мm тt ԁd ɡg οo αa ιi κk ρp τt υu νv ʋv ѵv ıi ӏl ɩi ոn սu հh զq'
/** Capitals that look like another letter than their small ones, or look Latin where the small ones do not. */
const capital = 'ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΡP ΤT ΥY ΧX ВB НH'
const pairs = (list: string): [string, string][] =>
  list.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)])

const twins = new Map([
  ...pairs(small).map(([letter, twin]): [string, string] => [letter.toUpperCase(), twin.toUpperCase()]),
  ...pairs(small),
  ...pairs(capital),
])
const anyTwin = new RegExp(`[${[...twins.keys()].join('')}]`, 'gu')

/**
 * A text in the letters that readers take it for: "Violеt" with a Cyrillic е is "Violet". Letters of other scripts that
 * look Latin become so, all have one width and no accents, and what nobody sees is gone. Capitals stay capitals.
 */
export function withoutLookAlikes(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu, '')
    .replace(anyTwin, (letter) => twins.get(letter) ?? letter)
}

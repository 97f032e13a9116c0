import type { MotifName } from '../made.ts'

/*
 * What to draw for a product that came without a picture, guessed from English words. A wrong guess costs little:
 * where nothing is known, the still life is drawn.
 */

/** Motif → words and phrases, in the singular. A phrase after `@` counts only where that word is near. */
const words = {
  vase: 'vase, jug, pitcher, urn, showpiece, watering can',
  mug: 'mug, cup, coffee, tea, espresso, tumbler, teacup',
  bowl: 'bowl, rice, cereal, soup, salad, sink, strainer, sieve, colander',
  plate: 'plate, dish, saucer, dinnerware, platter, steak, fish steak, meat, egg slicer',
  tray: 'tray, chopping board, cutting board, board, coaster, trivet, palette',
  carafe: 'carafe, decanter, glass, water, oil, cooking oil, juice, milk, drink, soft drink, wine',
  candle: 'candle, wax, tealight, incense',
  bottle:
    'bottle, perfume, fragrance, eau de, cologne, shampoo, soap, hand soap, spray, nail polish, serum, blender',
  jar: 'jar, honey, honey jar, canister, cream, powder, jam, balm, spice, sugar, ice cream, cat food, dog food, protein, spice rack',
  tube: 'tube, lotion, body wash, mascara, lipstick, toothpaste, moisturizer, sunscreen, concealer',
  basket: 'basket, hamper, crate, planter basket, wicker, lunch basket',
  pan: 'pan, wok, skillet, saucepan, casserole, stove, electric stove, pot@kitchen, pot@cook, cookware, frying pan',
  utensils:
    'utensil, spatula, spoon, fork, knife, whisk, ladle, turner, tong, peeler, rolling pin, grater, squeezer, cutlery, trowel, mug tree',
  plant: 'plant, plant pot, pot, planter, flower, tree, succulent, fern, leaf, seed, bouquet, cactus, moss',
  lamp: 'lamp, table lamp, light, night light, lantern, bedside lamp',
  pendant:
    'pendant, chandelier, pendant light, pendant lamp, ceiling light, ceiling lamp, hanging lamp, copper light, lampshade',
  'desk-lamp': 'desk lamp, task lamp, reading lamp, desk light, selfie lamp, work lamp',
  clock: 'clock, alarm, timer',
  mirror: 'mirror',
  frame:
    'frame, photo frame, picture frame, print, poster, painting, art print, wall art, canvas, photograph',
  stool: 'stool, ottoman, pouf, footstool, beanbag, bar stool, swing',
  chair: 'chair, armchair, seat, rocking chair, bench, dining chair',
  table: 'table, desk, coffee table, dining table, side table, bedside table, nightstand, workbench',
  shelf: 'shelf, bookcase, bookshelf, shelving, rack, cabinet, wardrobe, book, slat',
  drawers: 'drawer, dresser, chest, sideboard, commode, console, fence',
  sofa: 'sofa, couch, settee, loveseat, sectional, daybed',
  bed: 'bed, bed clothe, mattress, bedding, duvet, headboard, bunk, bed frame, sheet, linen sheet',
  rug: 'rug, carpet, mat, doormat, runner, bath mat, yoga mat',
  cushion: 'cushion, pillow, throw pillow, bolster, pillowcase',
  blanket:
    'blanket, throw, towel, quilt, plaid, tablecloth, napkin, tea towel, scarf, shawl, bedspread, curtain',
  bag: 'bag, handbag, tote, backpack, purse, satchel, rucksack, clutch, luggage, suitcase, wallet, pouch',
  box: 'box, gift, package, parcel, set, kit, tissue paper box, gift card, lunch box, battery pack, microwave, microwave oven, toaster, case',
  pen: 'pen, pencil, marker, stylus, ballpoint, fountain pen, crayon, eyeliner',
  notebook: 'notebook, journal, diary, planner, sketchbook, stationery, notepad, calendar, album',
  watch: 'watch, wristwatch, smartwatch, chronograph, apple watch',
  phone:
    'phone, smartphone, iphone, mobile, cellphone, iphone case, phone case, charger@mobile, charger@phone, selfie stick, monopod, android',
  tablet: 'tablet, ipad, galaxy tab, e-reader, kindle',
  laptop:
    'laptop, notebook computer, macbook, computer, zenbook, matebook, chromebook, ultrabook, keyboard, monitor',
  headphones: 'headphone, earphone, earbud, airpod, headset, speaker, homepod, amazon echo, airpod max',
  shirt:
    'shirt, t-shirt, tshirt, tee, top, blouse, polo, jumper, sweater, pullover, hoodie, sweatshirt, vest, high top@cotton, jersey, tank, cardigan, pajama',
  jacket: 'jacket, coat, blazer, parka, tuxedo, suit, windbreaker, raincoat, leather jacket, varsity jacket',
  dress: 'dress, frock, gown, skirt, corset, sundress, robe, kimono',
  shoe: 'shoe, sneaker, trainer, boot, sandal, slipper, heel, loafer, cleat, jordan, footwear, running shoe, high top, led high top',
  glasses: 'glasses, sunglass, sunglasses, sun glass, eyewear, spectacle, goggle',
  ring: 'ring, jewelry, jewellery, jewel, earring, necklace, bracelet, pendant necklace, diamond, brooch',
  ball: 'ball, football, basketball, baseball, volleyball, tennis ball, golf, soccer, cricket, racket, sport, shuttlecock, helmet, bat, sports accessorie, toy',
  car: 'car, vehicle, automobile, sedan, suv, truck, motorcycle, scooter, sportbike, motorbike',
  fruit:
    'fruit, apple, kiwi, lemon, strawberry, mulberry, orange, banana, vegetable, cucumber, pepper, chili, potato, potatoe, onion, grocery, grocerie, tomato, egg',
} as const satisfies Partial<Record<MotifName, string>>

interface Entry {
  motif: MotifName
  near: string | null
}

const dictionary = buildDictionary()

/**
 * The motif that the words call for. The title speaks first, its last known noun loudest ("mug tree stand" is no
 * tree), then the type, then categories and tags; `generic` when nobody knows.
 */
export function motifFor(type: string | null, title: string, categories: readonly string[]): MotifName {
  const all = tokens([title, type ?? '', ...categories].join(' '))
  // What comes after "with" is an extra: a palette with mirror is a palette.
  const [head = '', extra = ''] = title.split(/\s(?:with|for|from|without)\s|\s[–—|/-]\s|\(/iu, 2)
  for (const text of [head, extra, type ?? '', ...categories]) {
    const found = lastKnown(tokens(text), all)
    if (found !== null) return found
  }
  return 'generic'
}

function lastKnown(text: readonly string[], all: readonly string[]): MotifName | null {
  for (let end = text.length; end > 0; end--) {
    for (let length = Math.min(3, end); length > 0; length--) {
      const phrase = text.slice(end - length, end).join(' ')
      for (const entry of dictionary.get(phrase) ?? []) {
        if (entry.near === null || all.some((word) => word.startsWith(entry.near ?? ''))) return entry.motif
      }
    }
  }
  return null
}

/** Words in lower case and in the singular. */
export function tokens(text: string): string[] {
  return text
    .slice(0, 1_000)
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .flatMap((word) =>
      word.includes('-') && !word.startsWith('t-') && !word.startsWith('e-') ? word.split('-') : [word],
    )
    .filter((word) => word !== '')
    .map(singular)
}

function singular(word: string): string {
  if (word === 'glasses' || word === 'sunglasses') return word
  if (word.endsWith('shelves')) return `${word.slice(0, -7)}shelf`
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function buildDictionary(): Map<string, Entry[]> {
  const known = new Map<string, Entry[]>()
  for (const [motif, list] of Object.entries(words) as [MotifName, string][]) {
    for (const item of list.split(', ')) {
      const [phrase = '', near] = item.split('@')
      const entry = { motif, near: near ?? null }
      // A phrase that asks for company is tried before the one that does not.
      const others = known.get(phrase) ?? []
      known.set(phrase, near === undefined ? [...others, entry] : [entry, ...others])
    }
  }
  return known
}

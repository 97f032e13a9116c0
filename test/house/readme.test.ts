import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../../scripts/check/files.ts'
import { projectRoot } from './plant.ts'
import { readmeFaults, recipeFaults, recipesIn, type Example, type Tree } from './readme.ts'

/** Each recipe is held against something of its kind that is in the program already. */
const examples: Readonly<Record<string, Example>> = {
  Words: {
    words: ['inquiry.pictures'],
    besides: { 'features/inquiries/islands/inquiry-pictures': 'says it' },
  },
  'A setting': { words: ['commentsBy'], used: ['wire/settings/sales.ts', 'app/config-gaps.ts'] },
  'A page': {
    words: ['inquiry-thankyou', 'inquiry.thanks.title'],
    used: ['storefront/pages', 'platform/server/pages/page.ts', 'app/styles'],
    besides: { 'src/features/inquiries/mails/inquiry-letters.ts': 'mails the same words' },
  },
  'A page of the account area': { words: ['user-credit', 'user.menu.credit'] },
  'An island': {
    words: ['inquiry-pictures', 'inquiry.pictures'],
    used: ['platform/server/pages/render.tsx', 'e2e/gallery.spec.ts'],
    besides: {
      'features/inquiries/islands/inquiry-pictures': 'is the island',
      'src/features/inquiries/pages/inquiry.page.tsx': 'shows it',
      'src/features/returns/islands/order-refund': 'shows it within its own',
      'src/features/content/islands/article-editor': 'sends pictures in the same way',
      'src/storefront/pages/review-form.tsx': 'shows it, too',
    },
  },
  'A call': {
    words: ['findHelpful', 'unknown_review'],
    besides: {
      'cli/written/reviews.ts': 'says it to the operator',
      'src/features/reviews/shop/moderate.ts': 'refuses the merchant with it',
    },
    used: ['wire/endpoint.ts', 'platform/browser/call.ts', 'app/safety/every-key.test.ts'],
  },
  'A command': {
    words: ['addVisitors', 'countVisits'],
    used: ['cli/shop.ts', 'cli/terminal.ts', 'cli/confirm.ts', 'test/cli/calls.ts'],
  },
  'A payment provider': {
    words: ['stripe'],
    used: ['platform/server/pay.ts', 'features/orders/rules/pay.ts'],
    besides: {
      'src/features/payments/providers/stripe-amounts.ts': 'belongs to the provider',
      'src/features/payments/demo/page.tsx': 'striped, the pattern',
      'src/features/search/quality-queries.ts': 'striped, the pattern',
      'src/app/config-gaps.ts': 'says that its keys are missing',
    },
  },
  'A way to sign in': {
    words: ['qrStatus', 'finishSignIn'],
    used: [
      ...['features/customer/rules/event-text.ts', 'features/account/actions/begin-session.ts'],
      ...['storefront/pages/auth-signin.page.tsx', 'features/account/parts/sign-in-here.tsx'],
      'features/account/rules/credential-removers.ts',
    ],
    besides: { 'src/features/qr/islands/qr-sign-in/use-qr.ts': 'calls it' },
  },
  'An event of an account': { words: ['qr_refused'] },
  'A letter': {
    words: ['answeredLetter', 'review.answered', 'review.mail.answered.title'],
    used: ['platform/server/jobs/outbox.ts', 'features/notifications/rules/notify.ts'],
  },
  'A loop': {
    words: ['tellAskers', 'questions.tell'],
    used: ['platform/server/jobs/each.ts'],
  },
  'A table about customers': {
    words: ['identity_changes', 'identityChanges'],
    used: ['features/identity/actions/erase.ts'],
  },
  'Who sends text messages': { words: ['twilio'], used: ['platform/server/sms/sms.ts'] },
  'A language': {
    words: ['zh-HK'],
    used: ['en.json'],
    besides: {
      'src/i18n/address-lines.ts': 'writes the places of Hong Kong as they are written there',
      'src/app/routing/elsewhere.ts': 'knows how other shops spell our languages',
      'src/app/themes/foreign/foreign-words.ts': 'knows how other themes spell our languages',
      'src/storefront/checkout-country.ts': 'guesses a country from a prefix',
      'src/features/discovery/merchant.ts': 'gives an example of an address',
      'src/features/discovery/sitemap.ts': 'gives an example of an address',
      'src/features/payments/providers/stripe.ts': 'names the languages of the provider',
      'src/features/search/blind-queries.ts': 'searches in it',
      'src/features/search/quality-queries.ts': 'searches in it',
      'src/storefront/gallery/mails/other-mails.ts': 'has sample words',
      'src/storefront/gallery/words.ts': 'has sample words; English ones otherwise',
      'src/wire/page.ts': 'gives an example of a prefix',
      'cli/notice.ts': 'gives an example of an option',
    },
  },
  'A column of products': {
    words: ['size_guide', 'sizeGuide'],
    used: ['features/search/queries/index.ts', 'features/listing/queries/store.ts'],
    besides: {
      'src/features/catalog/actions/browse.ts': 'has the guide of the whole shop',
      'src/transfer/demo/settings.ts': 'leaves the guide of the whole shop out of what is the demo’s',
      'features/catalog/islands/messages': 'words',
      'src/i18n/keys.gen.ts': 'words',
      'src/features/catalog/queries/import-groups.ts': 'categories have one too',
      'src/transfer/catalog/write-groups.ts': 'categories have one too',
      'src/features/names/queries.ts': 'follows the page that it names',
      'src/wire/shop-config.ts': 'has the guide of the whole shop',
      'src/app/configure.ts': 'checks the guide of the whole shop',
      'src/wire/named-entries.ts': 'has the guide of the whole shop',
      'src/transfer/entries/queries.ts': 'lets go of a page that is deleted',
    },
  },
}

describe('the README', async () => {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const tree = await projectTree()

  it('names folders, files and functions that are there', () => {
    expect(readmeFaults(readme, tree)).toEqual([])
  })

  it('has an example for each recipe', () => {
    expect(recipesIn(readme)).toEqual(['Where a file goes', ...Object.keys(examples)])
  })

  it('says where in a feature each kind of file goes', () => {
    const line = readme.split('\n').find((one) => one.startsWith('**Where a file goes.**')) ?? ''
    const places = [...line.matchAll(/`([^`]+)`/g)].map(([, place]) => place!)
    expect(places.length).toBeGreaterThan(10)
    for (const place of places)
      expect(tree.files).toContainEqual(
        expect.stringMatching(new RegExp(`^src/features/[^/]+/(.*)${RegExp.escape(place)}(/|$)`)),
      )
  })

  it.each(Object.entries(examples))('tells every place of this recipe: %s', (title, example) => {
    expect(recipeFaults(readme, title, example, tree)).toEqual([])
  })
})

describe('the reader of the README', () => {
  const files: Readonly<Record<string, string>> = {
    'src/app/routes.ts': 'export const routes = { stool }\nimport { stool } from "../features/cart/stool.ts"',
    'src/features/cart/stool.ts': 'export function stool() {}\n',
    'src/features/cart/stool.test.ts': 'stool()',
    'src/wire/legs.ts': 'interface Ctx {\n  legs(): number\n}\n',
    'db/1_orders.sql': 'create table stools (',
  }
  const small: Tree = { files: Object.keys(files), textOf: (file) => files[file]! }
  const folders =
    '\n## Folders\n| Folder | What |\n|---|---|\n| `src/app` | a |\n| `src/wire` | b |\n| `src/features` | c: cart |\n| `db` | d |\n'
  const index = (row: string): string =>
    `${folders}\n## The thirty-second index\n| See | Open |\n|---|---|\n| q | ${row} |\n\n## End\n`

  it.each([
    '`app/routes.ts` → the page',
    '`src/app/routes.ts`; or `stool` in `features/cart/stool.ts`',
    '`stools` in `db/1_orders.sql`',
    '`ctx.legs()` in `wire/legs.ts`',
    'grep `stool` in `features`',
    '`features/<area>/stool.ts`',
  ])('accepts %s', (row) => {
    expect(readmeFaults(index(row), small)).toEqual([])
  })

  it.each([
    ['`app/route.ts`', ['q: no app/route.ts']],
    ['`chair` in `features/cart/stool.ts`', ['q: features/cart/stool.ts does not have chair']],
    // It is used there, and declared elsewhere.
    ['`stool` in `app/routes.ts`', ['q: app/routes.ts does not have stool']],
    ['`stool` somewhere', ['q: nothing says where stool is', 'q: opens nothing']],
    ['read the code', ['q: opens nothing']],
    ['`app/routes.ts`, `wire/legs.ts`, `features/cart/stool.ts`', ['q: 3 files to open for one question']],
  ])('refuses %s', (row, faults) => {
    expect(readmeFaults(index(row), small)).toEqual(faults)
  })

  it('misses a folder and a feature without a row, and finds those that are gone', () => {
    const readme = index('`app/routes.ts`').replace('| `src/wire` | b |', '| `src/wires` | b |')
    expect(readmeFaults(readme.replace('c: cart', 'c: carts'), small)).toEqual([
      'Folders: no src/wires',
      'Folders: src/wire has no row',
      'Folders: cart is not listed',
      'Folders: there is no feature carts',
    ])
  })

  const recipe = (text: string): string => `\n## How to add\n\n**A stool.** ${text}\n\n## End\n`
  const whole = '`features/<area>/stool.ts` and a line in `app/routes.ts`. Example: `stool`.'

  it('accepts a recipe that names all places of its example', () => {
    expect(recipesIn(recipe(whole))).toEqual(['A stool'])
    expect(
      recipeFaults(
        recipe(whole),
        'A stool',
        { words: ['stool'] },
        { ...small, files: small.files.slice(0, 4) },
      ),
    ).toEqual([])
  })

  it.each([
    ['`features/<area>/stool.ts`. Example: `stool`.', ['src/app/routes.ts is missing in it']],
    [`${whole} And \`wire/legs.ts\`.`, ['wire/legs.ts does not know stool']],
    [`${whole} And \`wire/seat.ts\`.`, ['no wire/seat.ts', 'wire/seat.ts does not know stool']],
    [`${whole} Call \`paint({ colour })\`.`, ['none of its files has paint']],
    [whole.replace(' Example: `stool`.', ''), ['it does not show the example stool']],
  ])('refuses the recipe: %s', (text, faults) => {
    const tree = { ...small, files: small.files.slice(0, 4) }
    expect(recipeFaults(recipe(text), 'A stool', { words: ['stool'] }, tree)).toEqual(faults)
  })

  it('takes the places of another recipe that is named', () => {
    const paint = '\n\n**Paint.** A line in `wire/legs.ts`.\n'
    const tree = { ...small, files: small.files.slice(0, 4) }
    const faults = (text: string, words: string[]): string[] =>
      recipeFaults(recipe(text).replace('\n\n## End', `${paint}\n## End`), 'A stool', { words }, tree)
    expect(faults(whole, ['stool'])).toEqual([])
    // What the recipe asks for elsewhere, its example has to have as well.
    expect(faults(`${whole} See **Paint**.`, ['stool'])).toEqual(['wire/legs.ts does not know stool'])
    const painted = `${whole} Its \`legs\`: **Paint**.`
    expect(faults(painted, ['stool', 'legs'])).toEqual([])
    expect(faults(painted.replaceAll('**', ''), ['stool', 'legs'])).toEqual([
      'src/wire/legs.ts is missing in it',
    ])
  })

  it('does not excuse a file for nothing', () => {
    const example = {
      words: ['stool'],
      besides: { 'src/wire/legs.ts': '', 'wire/seats': 'not there', db: 'has the table' },
    }
    expect(recipeFaults(recipe(whole), 'A stool', example, small)).toEqual([
      'src/wire/legs.ts is excused for nothing',
      'wire/seats is excused for nothing',
    ])
    expect(recipeFaults(recipe(whole), 'A bench', example, small)).toEqual(['there is no recipe "A bench"'])
  })
})

async function projectTree(): Promise<Tree> {
  const wanted = /^(?:(?:src|cli|db|scripts|docs|demo|faces|themes|words|bench|e2e|test)\/|[^/]+$)/
  const files = await projectFiles(projectRoot, wanted)
  const texts = new Map<string, string>()
  return {
    files,
    textOf(file) {
      let text = texts.get(file)
      if (text === undefined) {
        text = /\.(?:tsx?|mjs|css|json|sql|md|example)$/.test(file)
          ? readFileSync(join(projectRoot, file), 'utf8')
          : ''
        texts.set(file, text)
      }
      return text
    },
  }
}

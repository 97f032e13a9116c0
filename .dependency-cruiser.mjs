/*
 * The rings, the doors and the friends: who may know whom. Every rule says what to do instead.
 * Each has a canary in test/canaries/boundaries: a rule that no longer bites fails test/house/boundaries.test.ts.
 */

/** Feature → the features whose doors it may enter. The architecture on one screen. */
export const mayUse = {
  account: [
    'cart',
    'checkout',
    'favourites',
    'identity',
    'media',
    'oauth',
    'orders',
    'passkeys',
    'postal',
    'qr',
    'second-factor',
    'session',
    'verify',
  ],
  addresses: ['account', 'postal'],
  alerts: ['catalog', 'notifications'],
  cart: ['catalog', 'promotions', 'sales', 'session'],
  catalog: ['listing', 'media', 'names', 'promotions'],
  checkout: [
    'addresses',
    'cart',
    'content',
    'credit',
    'newsletter',
    'orders',
    'payments',
    'postal',
    'promotions',
    'sales',
    'session',
  ],
  content: ['inquiries', 'media', 'names', 'notifications'],
  credit: [],
  customer: [
    'account',
    'addresses',
    'content',
    'credit',
    'identity',
    'media',
    'notifications',
    'oauth',
    'orders',
    'passkeys',
    'postal',
    'promotions',
    'reviews',
    'sales',
    'second-factor',
    'session',
  ],
  discovery: ['catalog', 'listing', 'media', 'names', 'promotions'],
  favourites: ['cart', 'catalog', 'content', 'listing', 'promotions', 'session'],
  identity: [
    'account',
    'addresses',
    'alerts',
    'cart',
    'checkout',
    'content',
    'favourites',
    'inquiries',
    'media',
    'newsletter',
    'notifications',
    'orders',
    'promotions',
    'questions',
    'returns',
    'reviews',
    'session',
  ],
  inquiries: ['media', 'notifications', 'postal'],
  listing: [],
  media: [],
  names: [],
  newsletter: [],
  notifications: ['newsletter', 'session'],
  oauth: ['account', 'session'],
  orders: [
    'cart',
    'catalog',
    'credit',
    'notifications',
    'payments',
    'postal',
    'promotions',
    'returns',
    'sales',
    'session',
  ],
  passkeys: ['account', 'session'],
  payments: [],
  postal: [],
  promotions: ['catalog', 'media'],
  qr: ['account', 'customer', 'session'],
  questions: ['catalog', 'notifications', 'orders', 'reviews', 'session', 'verify'],
  redirects: [],
  returns: [
    'catalog',
    'credit',
    'customer',
    'inquiries',
    'media',
    'notifications',
    'orders',
    'payments',
    'promotions',
    'sales',
    'session',
  ],
  reviews: ['catalog', 'media', 'notifications', 'orders', 'session'],
  sales: ['catalog', 'promotions', 'session'],
  search: ['catalog', 'content', 'listing'],
  'second-factor': ['account', 'session'],
  session: [],
  shop: [],
  theming: [],
  verify: ['session'],
  visitor: [],
  words: [],
}

/**
 * How a feature is entered. `rules` is what features share and is neither SQL nor a call; `shop` is what the merchant
 * does, and `work` what runs by itself: see the rules `shop-is-the-merchants` and `work-runs-by-itself`.
 */
const doors = ['contract', 'queries', 'actions', 'rules']
/** Doors that only some features have: parts of forms that several features show. */
export const moreDoors = {
  account: ['pages', 'parts'],
  addresses: ['parts'],
  content: ['parts'],
  customer: ['parts'],
  identity: ['parts'],
  inquiries: ['islands'],
  notifications: ['parts'],
  oauth: ['parts'],
  passkeys: ['parts'],
  postal: ['parts'],
  returns: ['parts'],
  'second-factor': ['parts'],
  verify: ['parts'],
}

const inside = (names) => `(${names.join('|')})(/|\\.ts$)`

const features = Object.keys(mayUse)
const test = '\\.test\\.tsx?$'
const serverFiles = [
  '^src/platform/server/',
  '^src/features/[^/]+/((queries|actions|rules|shop|work|present)(/|\\.ts$)|(pages|mails)/)',
  '^src/transfer/',
  '^src/(app|storefront)/(?!browser\\.ts$|islands[^/]*\\.ts$|islands/|.*\\.browser\\.ts$).*\\.tsx?$',
]
// `frame.browser.ts` is what keeps the server's `frame.tsx` alive in the browser.
const browserFiles = [
  '^src/app/browser\\.ts$',
  '^src/platform/browser/',
  '^src/ui/',
  '/islands/',
  '\\.browser\\.ts$',
]
/** Files of `app` that act for the merchant: at the start, in jobs, when the configuration is stored. */
const merchants =
  '^src/app/(app|config-gaps|configure|demo/into-empty|development|housekeeping|mails|schedule|server|state/shop-state|themes/(versions|examine-theme)|work|routing/(live-paths|past-routes|route-faults))\\.ts$'
const packages = [
  'npm',
  'npm-dev',
  'npm-optional',
  'npm-peer',
  'npm-bundled',
  'npm-no-pkg',
  'npm-unknown',
  'core',
]

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const ring = (name, below, comment) =>
  rule(
    `${name}-ring`,
    comment,
    { path: `^src/${name}/`, pathNot: test },
    { path: '^src/', pathNot: [`${name}/`, ...below].map((part) => `^src/${part}`) },
  )

export default {
  forbidden: [
    rule(
      'no-circular',
      'Two files that need each other are one file, or hide a third.',
      {},
      { circular: true },
    ),
    rule('no-unresolvable', 'The import points at nothing.', {}, { couldNotResolve: true }),

    ring('domain', [], 'The domain knows only itself. Pass the clock, the rate and the row in as arguments.'),
    ring('wire', ['domain/'], 'What crosses the network is plain data over domain types.'),
    ring('i18n', ['domain/'], 'Words and formats, nothing that fetches.'),
    ring('ui', ['i18n/', 'domain/'], 'A shared component shows what it is given.'),
    ring(
      'platform',
      ['domain/', 'wire/', 'i18n/', 'ui/', 'app/islands\\.types\\.ts$'],
      'Machinery that knows no shop. Take the shop as an argument.',
    ),
    ring(
      'features',
      ['domain/', 'wire/', 'i18n/', 'ui/', 'platform/'],
      'A feature is used by transfer/, storefront/ and app/, never the other way round.',
    ),
    ring(
      'transfer',
      ['domain/', 'wire/', 'i18n/', 'ui/', 'platform/', 'features/'],
      'Files in and out know the features alone. Take what app/ knows as an argument.',
    ),
    ring(
      'storefront',
      ['domain/', 'wire/', 'i18n/', 'ui/', 'platform/', 'features/'],
      'What shoppers see brings features together; app/ puts it into its tables.',
    ),
    rule(
      'src-stands-alone',
      'The shop must run without its tools. Move what both need into src/.',
      { path: '^src/', pathNot: test },
      { path: '^(cli|scripts|test|bench|e2e|demo)/' },
    ),
    rule(
      'cli-is-a-thin-skin',
      'The command line program runs from the build alone: it knows src/, never the tools around it.',
      { path: '^cli/', pathNot: test },
      { path: '^(scripts|test|bench|e2e|demo)/' },
    ),
    rule(
      'bootstrap-needs-nothing',
      'This runs before anything is installed, on whatever Node the machine has: node: modules and its neighbours only.',
      // The rules of the linter are run by it, when all is installed.
      { path: '^scripts/.*\\.mjs$', pathNot: '^scripts/lint/' },
      { pathNot: '^scripts/.*\\.mjs$', dependencyTypesNot: ['core'] },
    ),

    rule(
      'domain-takes-no-packages',
      'The domain must be readable with TypeScript alone.',
      { path: '^src/domain/', pathNot: test },
      { dependencyTypes: packages },
    ),
    rule(
      'sql-only-in-queries',
      'SQL lives in the queries.ts of the feature that owns the table.',
      { path: '^(src|cli)/', pathNot: ['/queries(/|\\.ts$|\\.test\\.ts$)', '^src/platform/server/db/'] },
      { path: ['(^|/)node_modules/(kysely|pg|pg-copy-streams)/', '^src/platform/server/db/rows\\.ts$'] },
    ),
    rule(
      'browser-never-reaches-server',
      'This file ends up in a browser bundle.',
      {
        path: browserFiles,
        pathNot: test,
      },
      { path: serverFiles, reachable: true },
    ),
    rule(
      'server-never-loads-browser',
      'This runs in Node.',
      {
        path: [...serverFiles, '^cli/'],
        pathNot: test,
      },
      { path: '^src/platform/browser/' },
    ),

    rule(
      'shop-is-the-merchants',
      'The merchant does this, by the command line program: nothing that answers shoppers may reach it.',
      {
        path: '^src/',
        pathNot: [`^src/features/[^/]+/${inside(['shop'])}`, '^src/transfer/', merchants, test],
      },
      {
        path: [
          `^src/features/[^/]+/${inside(['shop'])}`,
          '^src/features/shop/actions\\.ts$',
          '^src/transfer/',
        ],
      },
    ),
    rule(
      'work-runs-by-itself',
      'Jobs are started by app/, transfer/ and the command line program; what a feature shares is in its rules.',
      { path: '^src/(features|storefront)/', pathNot: [`^src/features/[^/]+/${inside(['work'])}`, test] },
      { path: `^src/features/[^/]+/${inside(['work'])}` },
    ),
    rule(
      'doors-for-transfer',
      `Enter a feature by its ${doors.join(', ')}, shop or work; the rest is its own business.`,
      { path: '^src/transfer/', pathNot: test },
      { path: '^src/features/', pathNot: `^src/features/[^/]+/${inside([...doors, 'shop', 'work'])}` },
    ),

    rule(
      'unlisted-feature',
      'A new feature begins with its line in `mayUse` (.dependency-cruiser.mjs).',
      { path: '^src/features/', pathNot: `^src/features/(${features.join('|')})/` },
      {},
    ),
    ...Object.entries(mayUse).flatMap(([feature, friends]) => [
      rule(
        `${feature}-friends`,
        `${feature} may use: ${friends.join(', ') || 'no other feature'}.`,
        { path: `^src/features/${feature}/`, pathNot: test },
        {
          path: '^src/features/',
          pathNot: [`^src/features/(${[feature, ...friends].join('|')})/`, '/contract\\.ts$'],
        },
      ),
      rule(
        `${feature}-doors`,
        `Enter another feature by its ${[...doors, ...(moreDoors[feature] ?? [])].join(', ')}; the rest is its own business.`,
        { path: '^src/features/', pathNot: [`^src/features/${feature}/`, test] },
        {
          path: `^src/features/${feature}/`,
          pathNot: `^src/features/${feature}/${inside([...doors, ...(moreDoors[feature] ?? [])])}`,
        },
      ),
    ]),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^test/canaries/' },
    // TypeScript 7 has no compiler API: without swc the tool reads nothing and reports success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}

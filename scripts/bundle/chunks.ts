/*
 * Which modules lie in one file. Small files compress badly, so what is fetched together lies together; what few
 * visitors touch stays apart. The first line that a module matches has it, with all that it imports and no line before
 * has; what matches none lies where it is used.
 */
const groups: readonly { name: string; test?: RegExp; tags?: '$initial'[] }[] = [
  // What every page runs before anybody touches it.
  { name: 'browser', test: /\.tsx?$/, tags: ['$initial'] },
  // What the first part that wakes brings.
  {
    name: 'react',
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/platform\/browser\/mount\.tsx$/,
  },
  // What calls the server and says what became of it: islands and forms alike.
  { name: 'calls', test: /\/src\/platform\/browser\/(?:call|stores|toast|actions)\.ts$/ },
  // What most islands have in common.
  {
    name: 'parts',
    test: /\/src\/(?:ui\/(?:button|icon|picture|price|empty-state|skeleton)\.tsx|ui\/strip\.ts|i18n\/t\.ts)$/,
  },
  { name: 'fields', test: /\/src\/ui\/(?:forms\/(?:field|form-errors)|coupons)\.tsx$/ },
  { name: 'cart', test: /\/src\/features\/cart\/islands\/cart-drawer\/island\.tsx$/ },
  { name: 'search', test: /\/src\/features\/search\/islands\// },
  { name: 'product', test: /\/src\/features\/catalog\/islands\// },
  { name: 'checkout', test: /\/src\/features\/checkout\/islands\// },
  { name: 'auth', test: /\/src\/features\/account\/islands\/auth\// },
  // Parts that a merchant's HTML places: a name and a few lines each.
  {
    name: 'placed',
    test: /\/src\/storefront\/islands\/(?!content|countdown|input-password|phone-code|slides)[\w-]+\/(?:island|placed)\.tsx$/,
  },
  // The next page, whole or in part.
  {
    name: 'visit',
    test: /\/src\/(?:platform\/browser\/arrival|storefront\/live\/marks\.browser|storefront\/layout\/frame-follow\.browser|features\/catalog\/parts\/listing-change\.browser)\.ts$/,
  },
  // What a page that has stood for a while does.
  { name: 'later', test: /\/src\/app\/later\.browser\.ts$/ },
]

/** For the bundler; `manualChunks` of old. */
export const codeSplitting = {
  groups: groups.map((group, index) => ({ ...group, priority: groups.length - index })),
}

import type { ClientSources } from '#platform/server/assets.ts'
import { islands as ofForms } from './islands-forms.ts'
import { islands as ofPlaced } from './islands-placed.ts'

const found = Object.keys(import.meta.glob('../features/*/islands/*/island.tsx')).concat(
  Object.keys(import.meta.glob('../storefront/islands/*/island.tsx')),
)

export const clientSources: ClientSources = {
  entry: 'src/app/browser.ts',
  first: ['src/platform/browser/mount.tsx', 'src/app/islands.ts'],
  islands: Object.fromEntries(
    found.map((path) => {
      const name = /\/([\w-]+)\/island\.tsx$/.exec(path)![1]!
      return [name, [...tablesOf(name), path.replace(/^\.\.\//, 'src/')]]
    }),
  ),
  stylesheet: (name) => `src/app/styles/${name}.css`,
}

/** What is fetched to find it, besides the first table. */
function tablesOf(name: string): string[] {
  const forms = 'src/app/islands-forms.ts'
  if (Object.hasOwn(ofPlaced, name)) return [forms, 'src/app/islands-placed.ts']
  return Object.hasOwn(ofForms, name) ? [forms] : []
}

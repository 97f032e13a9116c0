import type { ClientSources } from '#platform/server/assets.ts'
import { islands as ofForms } from './islands-forms.ts'

const found = Object.keys(import.meta.glob('../features/*/islands/*/island.tsx')).concat(
  Object.keys(import.meta.glob('../storefront/islands/*/island.tsx')),
)

export const clientSources: ClientSources = {
  entry: 'src/app/browser.ts',
  first: ['src/platform/browser/mount.tsx', 'src/app/islands.ts'],
  islands: Object.fromEntries(
    found.map((path) => {
      const name = /\/([\w-]+)\/island\.tsx$/.exec(path)![1]!
      const table = Object.hasOwn(ofForms, name) ? ['src/app/islands-forms.ts'] : []
      return [name, [...table, path.replace(/^\.\.\//, 'src/')]]
    }),
  ),
  stylesheet: (name) => `src/app/styles/${name}.css`,
}

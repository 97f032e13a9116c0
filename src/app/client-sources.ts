import type { ClientSources } from '#platform/server/assets.ts'

const found = Object.keys(import.meta.glob('../features/*/islands/*/island.tsx')).concat(
  Object.keys(import.meta.glob('../storefront/islands/*/island.tsx')),
)

export const clientSources: ClientSources = {
  entry: 'src/app/browser.ts',
  first: ['src/platform/browser/mount.tsx', 'src/app/islands.ts'],
  islands: Object.fromEntries(
    found.map((path) => [/\/([\w-]+)\/island\.tsx$/.exec(path)![1]!, path.replace(/^\.\.\//, 'src/')]),
  ),
  stylesheet: (name) => `src/app/styles/${name}.css`,
}

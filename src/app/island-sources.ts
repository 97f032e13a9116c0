import { byWord } from '#domain/by-word.ts'

/** Island name → source file, as the client build's manifest names it. */
const found = Object.keys(import.meta.glob('../features/*/islands/*/island.tsx')).concat(
  Object.keys(import.meta.glob('../storefront/islands/*/island.tsx')),
)

export const islandSources: Readonly<Record<string, string>> = byWord(
  Object.fromEntries(
    found.map((path) => [/\/([\w-]+)\/island\.tsx$/.exec(path)![1]!, path.replace(/^\.\.\//, 'src/')]),
  ),
)

import { existsSync } from 'node:fs'

/**
 * A file that comes with the program: a worker, data. As source it lies beside the module that asks for it; the build
 * puts it next to the programs, whose chunks are a level deeper. Null: it is not there.
 * @param module `import.meta.url` of the caller
 * @param source relative to the caller
 * @param built the name that the build gives it
 */
export function shippedFile(module: string, source: string, built: string): URL | null {
  const names = module.endsWith('.ts') ? [source] : [`./${built}`, `../${built}`]
  return names.map((name) => new URL(name, module)).find((url) => existsSync(url)) ?? null
}

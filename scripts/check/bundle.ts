import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import type { Finding, Guard, Sight } from './guard.ts'

/** What the browser gets holds nothing of the server's. Reads the list that `recordModules` leaves in the build. */
export const bundle: Guard = { name: 'bundle', floor: 40, readsBuild: true, look }

/** Script file → the source files and packages that it was made of, relative to the project. */
export type BundledModules = Readonly<Record<string, readonly string[]>>

const list = '.vite/modules.json'

/** For the client build: writes down which module ended up in which file. */
export function recordModules(): Plugin {
  let root = ''
  return {
    name: 'violet:record-modules',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, files) {
      const modules: Record<string, string[]> = {}
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue
        const kept = Object.entries(file.modules).filter(([, { code }]) => code !== null && code !== '')
        modules[file.fileName] = kept.map(([id]) => relative(root, id).split(sep).join('/')).sort()
      }
      this.emitFile({ type: 'asset', fileName: list, source: `${JSON.stringify(modules, null, 2)}\n` })
    },
  }
}

async function look(root: string): Promise<Sight> {
  const text = await readFile(join(root, 'build/client', list), 'utf8').catch(() => null)
  if (text === null) throw new Error(`build/client/${list} is not there: run \`npm run build\` first`)
  const modules = JSON.parse(text) as BundledModules
  return { seen: Object.values(modules).flat().length, findings: checkBundle(modules) }
}

// What a bundle may hold besides our own files: anything else in it was not meant to be there.
const allowedPackages = ['react', 'react-dom', 'scheduler', 'nanostores', '@nanostores/react', 'icu-minify']
const serverFile =
  /^src\/(?:platform\/server\/|features\/[^/]+\/(?:pages\/|mails\/|(?:contract|queries|actions|rules|shop|work|present|jobs)(?:\/|\.ts$))|transfer\/|(?:storefront|app)\/(?!browser\.ts$|islands[^/]*\.ts$|islands\/|.*\.browser\.ts$|.*\.css$))/
const ownFile = /^src\/(?:domain|wire|i18n|ui|platform\/browser|features|storefront|app)\//

/** One finding for each module that does not belong in a browser. */
export function checkBundle(modules: BundledModules): Finding[] {
  return Object.entries(modules).flatMap(([file, ids]) =>
    ids.flatMap((id) => {
      const reason = strangerInBrowser(id)
      return reason === null ? [] : [{ rule: reason, file: `build/client/${file}`, text: id }]
    }),
  )
}

function strangerInBrowser(id: string): string | null {
  const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(id)?.[1]
  if (name !== undefined) return allowedPackages.includes(name) ? null : 'package-in-bundle'
  if (serverFile.test(id)) return 'server-file-in-bundle'
  // Vite's and the bundler's own helpers have no path of the project.
  return ownFile.test(id) || id.includes('\0') || id.startsWith('vite/') ? null : 'unknown-module-in-bundle'
}

import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Plugin } from 'vite'
import type { Finding, Guard, Sight } from './guard.ts'

/** What the browser gets holds nothing of the server's. Reads the list that `recordScripts` leaves in the build. */
export const bundle: Guard = { name: 'bundle', floor: 40, readsBuild: true, look }

/** Script file → what it was made of and what it asks for. */
export type BundledScripts = Readonly<Record<string, BundledScript>>

export interface BundledScript {
  /** Source files and packages, relative to the project. */
  modules: readonly string[]
  /** Other script files: needed before it runs, and fetched when it comes to that. */
  imports: readonly string[]
  dynamicImports: readonly string[]
}

const list = '.vite/scripts.json'

/** For the client build: writes down which module ended up in which file. */
export function recordScripts(): Plugin {
  let root = ''
  return {
    name: 'violet:record-scripts',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, files) {
      const scripts: Record<string, BundledScript> = {}
      for (const file of Object.values(files)) {
        // The stylesheets' entries are scripts too for a moment, with nothing in them.
        if (file.type !== 'chunk' || /\.css$/.test(file.facadeModuleId ?? '')) continue
        const kept = Object.entries(file.modules).filter(([, { code }]) => code !== null && code !== '')
        scripts[file.fileName] = {
          modules: kept.map(([id]) => relative(root, id).split(sep).join('/')).sort(),
          imports: file.imports.toSorted(),
          dynamicImports: file.dynamicImports.toSorted(),
        }
      }
      this.emitFile({ type: 'asset', fileName: list, source: `${JSON.stringify(scripts, null, 2)}\n` })
    },
  }
}

export async function readScripts(root: string): Promise<BundledScripts> {
  const text = await readFile(join(root, 'build/client', list), 'utf8').catch(() => null)
  if (text === null) throw new Error(`build/client/${list} is not there: run \`npm run build\` first`)
  return JSON.parse(text) as BundledScripts
}

async function look(root: string): Promise<Sight> {
  const scripts = await readScripts(root)
  const seen = Object.values(scripts).reduce((sum, { modules }) => sum + modules.length, 0)
  return { seen, findings: checkBundle(scripts) }
}

// What a bundle may hold besides our own files: anything else in it was not meant to be there.
const allowedPackages = [
  'react',
  'react-dom',
  'scheduler',
  'nanostores',
  '@nanostores/react',
  'icu-minify',
  '@simplewebauthn/browser',
]
const serverFile =
  /^src\/(?:platform\/server\/|features\/[^/]+\/(?:pages\/|mails\/|(?:contract|queries|actions|rules|shop|work|present|jobs)(?:\/|\.ts$))|transfer\/|(?:storefront|app)\/(?!browser\.ts$|islands[^/]*\.ts$|islands\/|.*\.browser\.ts$|.*\.css$))/
const ownFile = /^src\/(?:domain|wire|i18n|ui|platform\/browser|features|storefront|app)\//

/** One finding for each module that does not belong in a browser. */
export function checkBundle(scripts: BundledScripts): Finding[] {
  return Object.entries(scripts).flatMap(([file, { modules }]) =>
    modules.flatMap((id) => {
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

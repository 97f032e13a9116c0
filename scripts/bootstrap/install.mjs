import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Lacking,
  modules,
  pinnedNode,
  readOrEmpty,
  root,
  say,
  since,
  windows,
  writeIfAllowed,
} from './base.mjs'
import { withLock } from './lock.mjs'
import { npmEnvironment, run } from './process.mjs'

const stampFile = join(modules, '.violet-stamp')

/**
 * Makes node_modules hold what package-lock.json names, by `npm ci` where it does not, and returns the path of the
 * pinned Node. `development: false` is content without the development packages.
 */
export async function ensureInstalled({ development }) {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    throw new Lacking(`Violet needs Node 20 or newer to start with; this is ${process.versions.node}.`)
  }
  if (!isInstalled(development)) {
    await withLock('install', async () => {
      if (!isInstalled(development)) await install()
    })
  }
  if (!existsSync(pinnedNode)) await withLock('install', setUpPinnedNode)
  return pinnedNode
}

function isInstalled(development) {
  const wanted = packagesHash()
  const stamp = readOrEmpty(stampFile)
  if (stamp === `${wanted} all` || (stamp === `${wanted} production` && !development)) return true
  // Put there by someone else (a CI step, an image): as good, if it is what the lock file names.
  const found = compareInstalled()
  if (found === null || (found === 'production' && development)) return false
  writeIfAllowed(stampFile, `${wanted} ${found}`)
  return true
}

function packagesHash() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { dependencies, devDependencies, optionalDependencies, overrides, allowScripts } = manifest
  return createHash('sha256')
    .update(JSON.stringify([dependencies, devDependencies, optionalDependencies, overrides, allowScripts]))
    .update(readOrEmpty(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

/** 'all', 'production' (development packages are missing) or null, going by npm's record of what it put there. */
function compareInstalled() {
  const record = readOrEmpty(join(modules, '.package-lock.json'))
  if (record === '') return null
  const installed = JSON.parse(record).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  let kind = 'all'
  for (const [path, { version, optional, dev, devOptional }] of Object.entries(wanted)) {
    const found = installed[path]?.version
    // The first is the project itself; packages for other platforms are left out.
    if (path === '' || found === version || (found === undefined && (optional || devOptional))) continue
    if (found !== undefined || !dev) return null
    kind = 'production'
  }
  return kind
}

async function install() {
  say('Installing the packages (npm ci) …')
  const begun = Date.now()
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const patience = ['--fetch-retries=3', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']
  const result = await npm(['ci', '--include=dev', ...quiet, ...patience])
  if (result.code !== 0) throw new Lacking(whyNpmFailed(result))
  if (!existsSync(pinnedNode)) await setUpPinnedNode()
  const { code, output, failure } = await run(pinnedNode, ['--version'])
  if (code !== 0) {
    const reason = [failure, ...output.split('\n')].find((line) => line !== '') ?? `code ${code}`
    throw new Lacking(
      `The pinned Node does not run on this machine (on Linux it needs glibc 2.28 or newer): ${reason}`,
    )
  }
  writeIfAllowed(stampFile, `${packagesHash()} all`)
  say(`Installed in ${since(begun)}.`)
}

// The package `node` fetches its program in an install script, and npm may be told not to run those.
async function setUpPinnedNode() {
  if (existsSync(pinnedNode)) return
  say('Fetching the pinned Node …')
  const result = await run('node', ['installArchSpecificPackage.js'], {
    cwd: join(modules, 'node'),
    env: npmEnvironment(),
  })
  if (!existsSync(pinnedNode))
    throw new Lacking(`The pinned Node could not be fetched: ${whyNpmFailed(result)}`)
}

function npm(args) {
  const caller = process.env.npm_execpath ?? ''
  const env = npmEnvironment()
  return /npm-cli\.c?js$/.test(caller) && !windows
    ? run('node', [caller, ...args], { env })
    : run('npm', args, { env })
}

const causes = [
  [/\bENOSPC\b/, 'the disk is full: make room for about 1 GB'],
  [/\b(EACCES|EPERM|EROFS)\b/, `${root} may not be written to: start as the owner of that folder`],
  [/\bEUSAGE\b/, 'package-lock.json does not fit package.json: take the change back, or run npm install'],
  [/\bEINTEGRITY\b/, 'a package is not the one that package-lock.json names'],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|[A-Z_]*CERT[A-Z_]*)\b/,
    "the package registry cannot be reached: check the network, or npm's proxy setting",
  ],
  [/\bE40[134]\b/, "the package registry does not give a package: check npm's registry setting"],
]

/** One line, without addresses: npm's own words name the registry of whoever runs this. */
function whyNpmFailed({ code, output, failure }) {
  if (/ENOENT/.test(failure) || code === 127) return 'npm is missing: install Node together with npm.'
  const lines = output.split('\n').filter((line) => /^npm (error|ERR!) /.test(line))
  const text = lines.join('\n')
  for (const [sign, meaning] of causes) {
    const found = sign.exec(text)
    if (found !== null) return `npm ci failed, ${meaning} (${found[0]}).`
  }
  const words = lines
    .map((line) => line.replace(/^npm (error|ERR!) /, ''))
    .find((line) => !/^code |log of this run/.test(line))
  return `npm ci failed: ${words ?? (failure || `code ${code}`)}`
}

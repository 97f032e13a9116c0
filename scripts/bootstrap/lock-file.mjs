/**
 * Adds to a package-lock.json (parsed) the optional packages that it lacks, and returns their names. npm leaves out
 * those that its registry did not offer when the file was made, mostly builds for other platforms, and then
 * `npm ci` refuses the file: it wants an entry for each. Only exact versions can be added.
 */
export function completeLockFile(lock) {
  const added = []
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isResolved(lock.packages, path, name)) continue
      lock.packages[`node_modules/${name}`] = {
        version,
        ...platformOf(name),
        ...(dev ? { dev } : {}),
        optional: true,
      }
      added.push(name)
    }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  return added
}

/**
 * The names of packages that npm installs without comparing what it got: those without a hash. `elsewhere` are optional
 * builds of development tools that the registry did not offer when the file was made, so that their hashes are not
 * known; no shop has them. `mayRun` are all others.
 */
export function withoutIntegrity(lock) {
  const found = { mayRun: [], elsewhere: [] }
  for (const [path, { integrity, link, dev, optional, os }] of Object.entries(lock.packages)) {
    if (path === '' || link || integrity !== undefined) continue
    const isElsewhere = dev === true && optional === true && os !== undefined
    found[isElsewhere ? 'elsewhere' : 'mayRun'].push(path.split('node_modules/').at(-1))
  }
  return found
}

// Node's own search: in the package's node_modules, then in those of the folders above.
function isResolved(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`] !== undefined) return true
    if (at === '') return false
  }
}

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  if (os === undefined || cpu === undefined)
    throw new Error(`${name} does not tell its platform: add it by hand`)
  const libc = words.some((word) => word.startsWith('musl'))
    ? 'musl'
    : words.some((word) => word.startsWith('gnu'))
      ? 'glibc'
      : null
  return { os: [os], cpu: [cpu], ...(os === 'linux' && libc !== null ? { libc: [libc] } : {}) }
}

/*
 * What the README says about the tree: its table of folders, its index and its recipes.
 */

export interface Tree {
  /** Paths from the root, with forward slashes. */
  files: readonly string[]
  textOf(file: string): string
}

/** How the places of a recipe are known: by a thing of its kind that is there already. */
export interface Example {
  /** A thing of the kind, as all its places spell it. */
  words: readonly string[]
  /** Files and folders that know the example for a reason of their own: path → the reason. */
  besides?: Readonly<Record<string, string>>
  /** Paths of the recipe that are used, not edited: they do not know the example. */
  used?: readonly string[]
}

/** Every path and name in the README that is not in the tree; empty when all is well. */
export function readmeFaults(readme: string, tree: Tree): string[] {
  return [...folderFaults(readme, tree), ...indexFaults(readme, tree)]
}

/** The table of folders names each folder of the program, each feature, and nothing else. */
function folderFaults(readme: string, tree: Tree): string[] {
  const rows = tableIn(section(readme, 'Folders'))
  const named = rows.flatMap(([folders = '']) => spansIn(folders))
  const faults = named
    .filter((path) => matching(path, tree).length === 0)
    .map((path) => `Folders: no ${path}`)
  const folders = new Set(tree.files.flatMap((file) => /^(src\/[^/]+|[^./][^/]*)\//.exec(file)?.[1] ?? []))
  for (const folder of folders)
    if (folder !== 'src' && !named.some((path) => path === folder || path.startsWith(`${folder}/`)))
      faults.push(`Folders: ${folder} has no row`)
  const features = new Set(tree.files.flatMap((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1] ?? []))
  const listed = rows.find(([folder]) => folder === '`src/features`')?.[1] ?? ''
  const words = new Set(listed.replace(/^.*?: /, '').split(', '))
  for (const feature of features) if (!words.has(feature)) faults.push(`Folders: ${feature} is not listed`)
  for (const word of words) if (!features.has(word)) faults.push(`Folders: there is no feature ${word}`)
  return faults
}

/** A row leads to files that exist and declare what it names, at most two of them for one question. */
function indexFaults(readme: string, tree: Tree): string[] {
  return tableIn(section(readme, 'The thirty-second index')).flatMap(([question = '', answer = '']) => {
    // A row that only divides the table.
    if (/^\*\*.*\*\*$/.test(question) && answer === '') return []
    const clauses = answer.split(';')
    const faults = clauses.flatMap((clause) => clauseFaults(clause, tree))
    if (!clauses.some((clause) => spansIn(clause).some(isPath))) faults.push('opens nothing')
    return faults.map((fault) => `${question}: ${fault}`)
  })
}

function clauseFaults(clause: string, tree: Tree): string[] {
  const spans = spansIn(clause)
  const paths = spans.filter(isPath)
  const faults = missingPaths(paths, tree)
  const files = paths.filter((path) => /\.\w+$/.test(path) && !/[*<]/.test(path))
  if (files.length > 2) faults.push(`${files.length} files to open for one question`)
  // `name` in `path`, and before that perhaps other pairs.
  for (const [, name = '', path = ''] of clause.matchAll(/`([^`]+)` (?:in|of) `([^`]+)`/g)) {
    const found = matching(path, tree)
    const pattern = clause.trim().startsWith('grep') ? mention(name) : declaration(name)
    if (found.length > 0 && !found.some((file) => pattern.test(tree.textOf(file))))
      faults.push(`${path} does not have ${name}`)
  }
  const bound = new Set([...clause.matchAll(/`([^`]+)` (?:in|of) `/g)].map(([, name]) => name))
  for (const name of spans)
    if (!isPath(name) && !bound.has(name)) faults.push(`nothing says where ${name} is`)
  return faults
}

function recipeIn(readme: string, title: string): string | undefined {
  return section(readme, 'How to add')
    .split('\n')
    .find((line) => line.startsWith(`**${title}.**`))
}

/** The titles of the recipes, in order. */
export function recipesIn(readme: string): string[] {
  return [...section(readme, 'How to add').matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, title]) => title!)
}

/**
 * A recipe is complete and true: its paths exist, each name in it stands in one of them, each path knows the example,
 * and each file of the program that knows the example is in the recipe. The paths of another recipe that it names in
 * bold letters are its own as well.
 */
export function recipeFaults(readme: string, title: string, example: Example, tree: Tree): string[] {
  const text = recipeIn(readme, title)
  if (text === undefined) return [`there is no recipe "${title}"`]
  const named = recipesIn(readme).filter((one) => text.includes(`**${one}**`))
  const spans = spansIn(text)
  const paths = [text, ...named.map((one) => recipeIn(readme, one)!)].flatMap(spansIn).filter(isPath)
  const files = new Set(paths.flatMap((path) => matching(path, tree)))
  const faults = missingPaths(paths, tree)
  for (const name of spans.flatMap(nameIn))
    if (!example.words.includes(name) && ![...files].some((file) => mention(name).test(tree.textOf(file))))
      faults.push(`none of its files has ${name}`)
  for (const word of example.words)
    if (!text.includes(`\`${word}\``)) faults.push(`it does not show the example ${word}`)
  return [...faults, ...placeFaults(paths, files, example, tree)]
}

/** The paths of a recipe are all the places of its example, and no others. */
function placeFaults(
  paths: readonly string[],
  files: ReadonlySet<string>,
  example: Example,
  tree: Tree,
): string[] {
  const faults: string[] = []
  const knows = (file: string): boolean =>
    example.words.some((word) => `${file}\n${tree.textOf(file)}`.toLowerCase().includes(word.toLowerCase()))
  for (const path of paths)
    if (!(example.used ?? []).includes(path) && !matching(path, tree).some(knows))
      faults.push(`${path} does not know ${example.words.join(', ')}`)
  const besides = Object.keys(example.besides ?? {}).map((path) => ({ path, files: matching(path, tree) }))
  const excused = new Set(besides.flatMap((one) => one.files))
  for (const file of tree.files.filter((one) => isProgram.test(one) && knows(one)))
    if (!files.has(file) && !excused.has(file)) faults.push(`${file} is missing in it`)
  for (const one of besides) if (!one.files.some(knows)) faults.push(`${one.path} is excused for nothing`)
  return faults
}

const isProgram =
  /^(?:(?:src|cli|db|scripts)\/(?!.*\.test\.tsx?$)|package\.json$|\.env\.example$|vite\.config\.ts$)/

function missingPaths(paths: readonly string[], tree: Tree): string[] {
  return paths.filter((path) => matching(path, tree).length === 0).map((path) => `no ${path}`)
}

/**
 * The files at a path or below it. `<word>` and `*` stand for one name, `**` for any folders; a bare file name fits
 * in every folder, and one that begins with a dot is also the end of a name.
 */
function matching(path: string, { files }: Tree): string[] {
  const pattern = path
    .replace(/\/$/, '')
    .split(/(\*\*\/|\*|<[\w-]+>)/)
    .map((part) => (part === '**/' ? '(?:.*/)?' : /^(?:\*|<.*>)$/.test(part) ? '[^/]+' : RegExp.escape(part)))
    .join('')
  const isBare = !path.includes('/') && /\.\w+$/.test(path)
  const start = isBare ? (path.startsWith('.') ? '.*' : '(?:.*/)?') : '(?:src/)?'
  const whole = new RegExp(`^${start}${pattern}(?:/|$)`)
  return files.filter((file) => whole.test(file))
}

/** A path has a slash inside, or ends as files do; addresses begin with a slash. */
function isPath(span: string): boolean {
  return (
    /^[\w.*<][^\s()'"]*$/.test(span) &&
    (/\w\/|\*\/|\/\w/.test(span) ||
      /\.(?:tsx?|css|json|sql|md)$|^\.[a-z]+\./.test(span) ||
      isFolder.test(span))
  )
}

/** Folders of the program that stand in the text without a slash. */
const isFolder = /^(?:features|transfer|app|wire|domain|platform|storefront|ui|i18n|cli|docs)$/

/** The name that a piece of code begins with; none in commands and addresses. */
function nameIn(span: string): string[] {
  if (isPath(span) || /^(?:npm|npx|\/)/.test(span)) return []
  const name = /^<?([A-Za-z_][\w-]*)/.exec(span)?.[1]
  return name === undefined ? [] : [name]
}

function mention(name: string): RegExp {
  return new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`)
}

/** Where a name is declared: a function, a type, a constant, a table, or the member of a type (`ctx.who()`). */
function declaration(name: string): RegExp {
  const last = RegExp.escape(name.replace(/\(\)$/, '').split('.').at(-1)!)
  return new RegExp(
    `\\b(?:function|const|class|interface|type|create table) ${last}\\b|^\\s*(?:readonly )?${last}\\??(?:\\(|: )`,
    'm',
  )
}

function spansIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span]) => span!)
}

function section(readme: string, heading: string): string {
  const [, text = ''] = readme.split(`\n## ${heading}\n`)
  return text.split('\n## ')[0]!
}

/** The rows of the table in a text, without its head. */
function tableIn(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}

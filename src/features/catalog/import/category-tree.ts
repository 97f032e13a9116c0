import type { TreeNode } from '../queries/import-groups.ts'
import { shown } from './text.ts'

export interface Tree {
  bySlug: ReadonlyMap<string, TreeNode>
  byId: ReadonlyMap<number, TreeNode>
}

/** Levels of categories; what lies deeper no menu or trail shows. */
const deepest = 10

export function treeOf(nodes: readonly TreeNode[]): Tree {
  return { bySlug: new Map(nodes.map((node) => [node.slug, node])), byId: new Map(nodes.map((node) => [node.id, node])) }
}

/** From the parent up. */
export function ancestorsOf(tree: Tree, id: number): number[] {
  const found: number[] = []
  for (let at = tree.byId.get(id)?.parentId ?? null; at !== null && !found.includes(at); at = tree.byId.get(at)?.parentId ?? null) found.push(at)
  return found
}

/**
 * Which of the given categories cannot be placed in the tree, and why: the parent is not known, or is the
 * category itself however far up, or is too deep. What falls takes those below it along.
 * @param given slug → slug of its parent
 */
export function misplaced(given: ReadonlyMap<string, string | null>, tree: Tree): Map<string, string> {
  const faults = new Map<string, string>()
  const parentOf = (slug: string): string | null | undefined => {
    if (given.has(slug) && !faults.has(slug)) return given.get(slug) ?? null
    const node = tree.bySlug.get(slug)
    return node === undefined ? undefined : node.parentId === null ? null : tree.byId.get(node.parentId)!.slug
  }
  for (let found = true; found; ) {
    const round = new Map<string, string>()
    for (const slug of given.keys()) {
      if (faults.has(slug)) continue
      const fault = faultOf(slug, parentOf)
      if (fault !== null) round.set(slug, fault)
    }
    for (const [slug, fault] of round) faults.set(slug, fault)
    found = round.size > 0
  }
  return faults
}

function faultOf(slug: string, parentOf: (slug: string) => string | null | undefined): string | null {
  const path = [slug]
  for (let above = parentOf(slug) ?? null; above !== null; ) {
    if (above === slug) return `is its own ancestor: ${path.join(' < ')} < ${slug}`
    if (path.includes(above)) return `lies below a circle of categories: ${path.join(' < ')}`
    const next = parentOf(above)
    if (next === undefined) return `its ${path.length === 1 ? 'parent' : 'ancestor'} ${shown(above)} is not known`
    path.push(above)
    if (path.length > deepest) return `lies more than ${deepest} levels deep`
    above = next
  }
  return null
}

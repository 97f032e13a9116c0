import type { TreeNode } from '#features/catalog/queries/import-groups.ts'
import { shown } from '#wire/shown-text.ts'

export interface Tree {
  bySlug: ReadonlyMap<string, TreeNode>
  byId: ReadonlyMap<number, TreeNode>
}

/** Levels of categories; menus and breadcrumbs show no more. */
const deepest = 10
/** Cycles of up to this many categories are reported as such; larger ones are too deep anyway. */
const widest = 50

export function treeOf(nodes: readonly TreeNode[]): Tree {
  return {
    bySlug: new Map(nodes.map((node) => [node.slug, node])),
    byId: new Map(nodes.map((node) => [node.id, node])),
  }
}

/** From the parent up. */
export function ancestorsOf(tree: Tree, id: number): number[] {
  const found: number[] = []
  for (
    let at = tree.byId.get(id)?.parentId ?? null;
    at !== null && !found.includes(at);
    at = tree.byId.get(at)?.parentId ?? null
  )
    found.push(at)
  return found
}

/**
 * The categories that cannot be placed in the tree, with the reason: the parent is unknown, is the category itself
 * (directly or through ancestors), or is too deep. Their descendants are refused, too.
 * @param given slug → slug of its parent
 */
export function misplaced(given: ReadonlyMap<string, string | null>, tree: Tree): Map<string, string> {
  const faults = new Map<string, string>()
  const parentOf: ParentOf = (slug) => {
    if (given.has(slug) && !faults.has(slug)) return given.get(slug) ?? null
    const node = tree.bySlug.get(slug)
    return node === undefined ? undefined : node.parentId === null ? null : tree.byId.get(node.parentId)!.slug
  }
  const settle = (faultOf: (slug: string, parentOf: ParentOf) => string | null): void => {
    for (let found = true; found;) {
      const round = [...given.keys()].flatMap((slug) => {
        const fault = faults.has(slug) ? null : faultOf(slug, parentOf)
        return fault === null ? [] : [[slug, fault] as const]
      })
      for (const [slug, fault] of round) faults.set(slug, fault)
      found = round.length > 0
    }
  }
  // Cycles first: a descendant of a cycle may fit once the cycle is gone.
  settle(circleFault)
  settle(placeFault)
  return faults
}

/** Null at the top, undefined for an unknown category. */
type ParentOf = (slug: string) => string | null | undefined

function circleFault(slug: string, parentOf: ParentOf): string | null {
  const path = [slug]
  for (
    let above = parentOf(slug) ?? null;
    above !== null && path.length <= widest && !path.slice(1).includes(above);
    above = parentOf(above) ?? null
  ) {
    if (above === slug) return `is its own ancestor: ${path.slice(0, 5).join(' < ')} < ${slug}`
    path.push(above)
  }
  return null
}

function placeFault(slug: string, parentOf: ParentOf): string | null {
  const path = [slug]
  for (let above = parentOf(slug) ?? null; above !== null;) {
    const next = parentOf(above)
    if (next === undefined)
      return `its ${path.length === 1 ? 'parent' : 'ancestor'} ${shown(above)} is not known`
    path.push(above)
    if (path.length > deepest) return `lies more than ${deepest} levels deep`
    above = next
  }
  return null
}

import type { ArticleState } from '#features/content/contract/my-articles.ts'
import type { BadgeKind } from '#ui/badge.tsx'

/** Of the badge that says how an article stands. */
export const articleLooks: Readonly<Record<ArticleState, BadgeKind>> = {
  draft: 'plain',
  submitted: 'info',
  refused: 'warning',
  published: 'success',
  withdrawn: 'warning',
}

/* What pages and islands of comments share, without the contracts and their library. */

/** Characters of a comment. */
export const mostComment = 2_000
/** Characters of a guest's name. */
export const longestName = 60

/** Where a plain form leads back to: the message of that id is shown when the URL points at it. */
export const commentAnswers = { published: 'comment-published', pending: 'comment-held' } as const

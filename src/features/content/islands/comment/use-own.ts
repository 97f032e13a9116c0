import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '#platform/browser/call.ts'
import { token } from '#platform/browser/stores.ts'
import type { CommentPage, CommentText } from '../../contract.ts'
import type { deleteComment, myComments, OwnComment } from '../../contract/comments.ts'

type Thread = CommentPage['comments'][number]
export interface Owned extends Pick<OwnComment, 'state' | 'reason'> {
  /** A guest sees what became of its comment, and has nothing to delete it by. */
  mayDelete: boolean
}

/** What is added to the page for the reader alone: its own comments, also those that others do not see. */
export function useOwn(article: string, listed: CommentPage) {
  const isSignedIn = useSyncExternalStore<boolean | null>(
    (changed) => token.listen(changed),
    () => token.get() !== null,
    () => null,
  )
  /** Under which the reader writes; null while it is not known. */
  const [name, setName] = useState<string | null>(null)
  const [mine, setMine] = useState<readonly OwnComment[]>([])
  /** Written since the page came; a guest's are known by nobody else. */
  const [written, setWritten] = useState<readonly OwnComment[]>([])
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())

  useEffect(() => {
    if (isSignedIn !== true) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      const answer = await call<typeof myComments>(
        '/comment/mine',
        { article },
        { quiet: true, signal: stop.signal },
      )
      if (stop.signal.aborted || !answer.ok) return
      setMine(answer.value.comments)
      setName(answer.value.name)
    }
    void ask()
    return () => stop.abort()
  }, [article, isSignedIn])

  const here = new Set(
    listed.comments.flatMap(({ code, replies }) => [code, ...replies.map((one) => one.code)]),
  )
  const fresh = written.filter(({ code }) => !here.has(code) && !gone.has(code))
  const known = new Set(fresh.map(({ code }) => code))
  const hidden = mine.filter(
    ({ code, state }) => state !== 'published' && !here.has(code) && !known.has(code) && !gone.has(code),
  )
  const added = [...hidden, ...fresh]
  const mayDelete = isSignedIn === true
  const own = new Map<string, Owned>(
    [...(mayDelete ? mine : []), ...written].map(({ code, state, reason }) => [
      code,
      { state, reason, mayDelete },
    ]),
  )
  return {
    isSignedIn,
    writesAs: isSignedIn === true ? name : null,
    own,
    threads: merged(listed, added, gone),
    total: listed.total + countOf(fresh) - listed.comments.filter(({ code }) => gone.has(code)).length,
    add: (comment: OwnComment) =>
      setWritten((before) => [...before.filter(({ code }) => code !== comment.code), comment]),
    async remove(code: string): Promise<boolean> {
      const answer = await call<typeof deleteComment>('/comment/delete', { comment: code })
      // One that is not there any more is as good as deleted.
      const isGone = answer.ok || answer.problem.problem === 'unknown_comment'
      if (isGone) setGone((before) => new Set([...before, code]))
      return isGone
    },
  }
}

function countOf(comments: readonly OwnComment[]): number {
  return comments.filter(({ state, answers }) => state === 'published' && answers === null).length
}

/** What answers a comment that is deleted stands by itself on the next page; on this one it stays where it is. */
function merged(listed: CommentPage, added: readonly OwnComment[], gone: ReadonlySet<string>): Thread[] {
  const begun = listed.page === 1 ? added.filter(({ answers }) => answers === null) : []
  const threads = [...begun.toReversed().map((one) => ({ ...plain(one), replies: [] })), ...listed.comments]
  return threads.flatMap((thread) => {
    const replies = [
      ...thread.replies.filter(({ code }) => !gone.has(code)),
      ...added.filter(({ answers }) => answers === thread.code).map(plain),
    ]
    if (!gone.has(thread.code)) return [{ ...thread, replies }]
    return replies.map((reply) => ({ ...reply, replies: [] }))
  })
}

function plain({ code, author, content, lang, date, createdAt, official }: OwnComment): CommentText {
  return { code, author, content, lang, date, createdAt, official }
}

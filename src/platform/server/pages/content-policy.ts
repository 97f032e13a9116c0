import { hash } from 'node:crypto'

/*
 * The content security policy. It is the same for all documents but for the styles that stand in each of them.
 */

export const policyHeader = 'content-security-policy'

const ownStyles = "style-src 'self'"

/** For `inlineScripts`, letter by letter as they stand in documents, and forms that lead to these origins. */
export function contentPolicy(inlineScripts: readonly string[], formTargets: readonly string[]): string {
  const hashes = inlineScripts.map(sourceOf)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes].join(' '),
    ownStyles,
    // Blurred previews and swatches are inline custom properties; they cannot run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    // Films may be on a video CDN.
    "media-src 'self' https:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // `violet-worker` names the service worker, and nothing else.
    'trusted-types violet violet-worker',
  ].join('; ')
}

/** What a policy says of a script or of styles that stand in the document, letter by letter. */
export function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`
}

/** A policy of `contentPolicy` that also allows the styles of a document: see `sourceOf`; null for none. */
export function allowingStyles(policy: string, source: string | null): string {
  return source === null ? policy : policy.replace(ownStyles, `${ownStyles} ${source}`)
}

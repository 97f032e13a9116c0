import { readFileSync } from 'node:fs'

/** The theme of the guide in docs/themes.md, as somebody has it who copies its files out. */
export function filesOfGuide(): Map<string, Buffer> {
  const [, guide = ''] = readFileSync('docs/themes.md', 'utf8').split('## A theme of your own, step by step')
  const [section = ''] = guide.split('\n## ')
  return new Map(
    [...section.matchAll(/^`([a-zA-Z/._-]+)`\n\n```(?:css|json|liquid|svg)\n(.*?)^```$/gms)].map(
      ([, path, text]) => [path!, Buffer.from(text!)] as const,
    ),
  )
}

import type { ReactNode } from 'react'
import type { Ctx } from '#platform/server/context.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { linksFor } from '#wire/links.ts'
import { answers, longestEmail } from '../contract.ts'

/**
 * For the end of the home page, where a post without scripts comes back to: its answer is shown when the URL points at
 * it. @param id of another place: begins the ids in it, and has no such answer
 * @param words the merchant's own; empty ones are the shop's
 */
export function Newsletter({
  ctx: { t, shop, langPath },
  id,
  words = { title: '', text: '' },
}: {
  ctx: Ctx
  id?: string
  words?: { title: string; text: string }
}): ReactNode {
  const own = id ?? 'newsletter'
  const links = linksFor(shop.router, langPath)
  return (
    <section className="newsletter" aria-labelledby={own}>
      <div className="newsletter-words">
        <h2 id={own}>{words.title === '' ? t('newsletter.title') : words.title}</h2>
        <p>{words.text === '' ? t('newsletter.text') : words.text}</p>
      </div>
      <form
        className="newsletter-form"
        action={links.form('newsletter/subscribe')}
        method="post"
        data-action="newsletter/subscribe"
        data-done={t('newsletter.thanks')}
      >
        <Field
          id={`${own}-email`}
          name="email"
          type="email"
          label={t('newsletter.email')}
          autoComplete="email"
          inputMode="email"
          maxLength={longestEmail}
          required
        />
        <Button type="submit" look="quiet">
          {t('newsletter.subscribe')}
        </Button>
        {id === undefined && (
          <>
            <p className="newsletter-answer" id={answers.done} tabIndex={-1}>
              {t('newsletter.thanks')}
            </p>
            <p className="newsletter-answer" id={answers.refused} tabIndex={-1}>
              {t('problem.invalid_email')}
            </p>
          </>
        )}
      </form>
    </section>
  )
}

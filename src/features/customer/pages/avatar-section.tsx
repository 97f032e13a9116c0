import type { ReactNode } from 'react'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Button } from '#ui/forms/button.tsx'
import { linksFor } from '#wire/links.ts'
import { cropTexts } from '../islands/avatar-crop/texts.ts'
import { fieldId, Section } from '../parts/area.tsx'

/** The customer's picture: sent by a plain form, whose square can be chosen with scripts. */
export function AvatarSection({ user, ctx }: { user: { avatar: string | null }; ctx: Ctx }): ReactNode {
  const { t, shop, langPath, visitor, texts, lang } = ctx
  const links = linksFor(shop.router, langPath)
  const { avatar } = user
  return (
    <Section title={t('user.avatar')}>
      <div className="avatar">
        {avatar === null ? (
          <p className="area-note">{t('user.avatar_none')}</p>
        ) : (
          <>
            <img src={avatar} alt={t('user.avatar_of')} width={96} height={96} />
            <details className="own-delete">
              <summary>{t('user.avatar_delete')}</summary>
              <form action={links.form('user/deleteAvatar')} method="post">
                <p>{t('user.avatar_delete_sure')}</p>
                <Button type="submit" look="quiet">
                  {t('user.avatar_delete')}
                </Button>
              </form>
            </details>
          </>
        )}
      </div>
      <form
        className="area-form"
        action={links.form('user/editAvatar')}
        method="post"
        encType="multipart/form-data"
        noValidate
      >
        <Island
          name="avatar-crop"
          k="avatar"
          props={{
            id: fieldId('avatar'),
            error: visitor.posted?.errors['avatar'] ?? null,
            texts: pickTexts(texts, cropTexts),
            lang,
          }}
        />
        <Button type="submit">{t('user.avatar_save')}</Button>
      </form>
    </Section>
  )
}

import type { ReactNode } from 'react'
import { formatMoment } from '#i18n/format.ts'
import { pickTexts } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import { Island } from '#platform/server/pages/render.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import type { listPasskeys } from '../contract.ts'
import { passkeysTexts } from '../islands/passkeys/texts.ts'

type List = Output<typeof listPasskeys>

interface PasskeysSectionProps {
  list: List
  /** The key of its island, and its id. */
  k?: string
  ctx: Ctx
}

/** The customer's passkeys on the security page. All but adding one works without scripts. */
export function PasskeysSection({ list, k = 'passkeys', ctx }: PasskeysSectionProps): ReactNode {
  const { t, texts, lang } = ctx
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <section className="area-section" id={k} aria-label={t('passkey.title')}>
      <h2>{t('passkey.title')}</h2>
      <p className="area-note">{t('passkey.text')}</p>
      {list.passkeys.length === 0 ? (
        <p>{t('passkey.none')}</p>
      ) : (
        <ul className="area-rows">
          {list.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} ctx={ctx} />
          ))}
        </ul>
      )}
      <Island
        name="passkeys"
        k={k}
        on="load"
        props={{
          known: list.known,
          confirm: links.confirm(links.user('security')),
          texts: pickTexts(texts, passkeysTexts),
          lang,
        }}
      />
      <p className="area-note passkey-needs">{t('passkey.needs_scripts')}</p>
    </section>
  )
}

function PasskeyRow({ passkey, ctx }: { passkey: List['passkeys'][number]; ctx: Ctx }): ReactNode {
  const { t } = ctx
  const { id, name, manager, isBackedUp, createdAt, usedAt } = passkey
  const links = linksFor(ctx.shop.router, ctx.langPath)
  return (
    <li>
      <div className="area-row-text">
        <strong>
          {name}
          <Badge kind="info">{t(isBackedUp ? 'passkey.backed_up' : 'passkey.this_device')}</Badge>
        </strong>
        {manager !== null && manager !== name && (
          <span className="area-note">{t('passkey.in_manager', { manager })}</span>
        )}
        <span className="area-note">
          {t('passkey.created', { moment: momentText(createdAt, ctx) })} ·{' '}
          {usedAt === null ? t('passkey.unused') : t('passkey.used', { moment: momentText(usedAt, ctx) })}
        </span>
        <details className="passkey-name">
          <summary aria-label={t('passkey.rename_label', { name })}>{t('passkey.rename')}</summary>
          <form className="area-form" action={links.form('user/renamePasskey')} method="post">
            <input type="hidden" name="id" value={id} />
            <Field
              id={`passkey-${id}`}
              name="name"
              label={t('passkey.name')}
              defaultValue={name}
              maxLength={100}
              autoComplete="off"
            />
            <Button type="submit" look="quiet">
              {t('passkey.save')}
            </Button>
          </form>
        </details>
      </div>
      <details className="own-delete">
        <summary aria-label={t('passkey.delete_label', { name })}>{t('passkey.delete')}</summary>
        <form action={links.form('user/deletePasskey')} method="post">
          <p>{t('passkey.delete_sure')}</p>
          <input type="hidden" name="id" value={id} />
          <Button type="submit" look="quiet">
            {t('passkey.delete')}
          </Button>
        </form>
      </details>
    </li>
  )
}

/** In the shop's time zone; ISO 8601 in. */
function momentText(at: string, { lang, shop }: Ctx): string {
  return formatMoment(new Date(at), lang, shop.shop.delivery?.timeZone)
}

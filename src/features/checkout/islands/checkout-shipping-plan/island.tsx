import { useId, useState, type ReactNode } from 'react'
import { translator, type Texts } from '#i18n/t.ts'
import { call } from '#platform/browser/call.ts'
import { Button } from '#ui/forms/button.tsx'
import type { CheckoutView, chooseShipping } from '../../contract.ts'
import { Choice } from '../choice-list.tsx'
import type { ShippingKey } from '../texts.ts'
import { answerOf, quiet, useDesk } from '../use-desk.ts'

export interface ShippingPlanProps {
  view: CheckoutView
  links: { choose: string; here: string }
  texts: Texts<ShippingKey>
  lang: string
  external?: boolean
}

/** The shipping method. A choice is sent at once, since the sums depend on it. */
export default function CheckoutShippingPlan({
  view: sent,
  links,
  texts,
  lang,
}: ShippingPlanProps): ReactNode {
  const t = translator(texts, lang)
  const id = useId()
  const [{ view }, desk] = useDesk(sent)
  const [wanted, setWanted] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  const chosen = wanted ?? view.shippingMethod

  async function choose(method: string): Promise<void> {
    setWanted(method)
    setRefused('')
    const { slug } = view
    const answer = await desk.ask(
      async () => answerOf(await call<typeof chooseShipping>('/checkout/shipping', { slug, method }, quiet)),
      (value) => value,
    )
    if (!answer.ok) setRefused(answer.problem.text)
    // A later choice is still on its way.
    setWanted((now) => (now === method ? null : now))
  }

  return (
    <section className="checkout-part" aria-labelledby={id}>
      <h2 id={id}>{t('checkout.shipping')}</h2>
      {view.shippingMethods.length === 0 ? (
        <div className="checkout-none" role="status">
          <p className="checkout-none-title">{t('checkout.shipping_none')}</p>
          <p>{t('checkout.shipping_none_text')}</p>
        </div>
      ) : (
        <form action={links.choose} method="post">
          <input type="hidden" name="slug" value={view.slug} />
          <input type="hidden" name="step" value="payment" />
          <input type="hidden" name="next" value={links.here} />
          <div className="choices" role="radiogroup" aria-labelledby={id}>
            {view.shippingMethods.map(({ code, name, note, price, arrives }) => (
              <Choice
                key={code}
                name="shipping"
                value={code}
                chosen={code === chosen}
                choose={() => void choose(code)}
                title={name}
                note={note}
                price={price}
                more={arrives}
                plain={
                  code === view.shippingMethod ? (
                    <span className="checkout-plain choice-chosen">{t('checkout.chosen')}</span>
                  ) : (
                    <Button
                      type="submit"
                      look="quiet"
                      className="checkout-plain"
                      name="method"
                      value={code}
                      aria-label={t('checkout.choose_of', { name })}
                    >
                      {t('checkout.choose')}
                    </Button>
                  )
                }
              />
            ))}
          </div>
          {(refused !== '' || view.missing['shippingMethod'] !== undefined) && (
            <p className="field-error" role={refused === '' ? undefined : 'alert'}>
              {refused || view.missing['shippingMethod']}
            </p>
          )}
        </form>
      )}
    </section>
  )
}

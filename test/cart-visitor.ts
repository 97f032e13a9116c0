import { dictionaries } from '#storefront/dictionaries.ts'
import { addToCart, listCart } from '#features/cart/actions/lines.ts'
import { offlineProvider } from '#features/payments/providers/offline.ts'
import { defaultTheme } from '#features/theming/rules/default-theme.ts'
import { htmlLang, langPath, type Locale } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import type { Providers } from '#platform/server/pay.ts'
import { runIdempotent, type OutgoingCookie } from '#platform/server/idempotency.ts'
import { wordsIn } from '#platform/server/mail/words-in.ts'
import type { LiveMessage } from '#wire/live-messages.ts'
import { shopConfig, type ShopSettings } from '#wire/shop-config.ts'
import { testCtx } from './test-ctx.ts'

/*
 * For tests of the cart: a small catalogue, and visitors with a jar of cookies.
 */

// Each product has the SKUs `<slug>-sage` and `<slug>-ink`.
export const cartCatalogue = `
  insert into pictures (key, width, height, preview, average_color)
    select lpad(to_hex(n), 16, '0'), 1600, 1600, 'data:image/webp;base64,AA', '#aabbcc' from generate_series(1, 3) n;
  insert into products (slug, options, hash, visible) select slug, '[{"code": "color", "name": {"en": "Colour"}, "values": [
    {"code": "sage", "name": {"en": "Sage", "zh": "鼠尾草绿"}}, {"code": "ink", "name": {"en": "Ink"}}]}]', '', slug <> 'hidden'
    from unnest(array['stool', 'vase', 'lamp', 'hidden', 'bowl', 'rare', 'race', 'tray']) slug;
  insert into product_texts (product_id, locale, title) select id, 'en', initcap(slug) from products;
  insert into product_texts (product_id, locale, title) select id, 'zh', '橡木凳' from products where slug = 'stool';
  insert into skus (product_id, sku, position, options, on_hand)
    select id, slug || '-' || color, place, jsonb_build_object('color', color), 50 from products, unnest(array['sage', 'ink']) with ordinality c(color, place);
  insert into sku_prices (sku_id, currency, amount, line_amount)
    select s.id, c.code, case c.code when 'USD' then 4850 else 7200 end, case when sku = 'vase-sage' and c.code = 'USD' then 6000 end
    from skus s, unnest(array['USD', 'JPY']) c(code);
  insert into product_pictures (product_id, position, picture_id, alt, options)
    select p.id, n, n, '{}', case n when 1 then '{}'::jsonb when 2 then '{"color": "sage"}' else '{"color": "ink"}' end from products p, generate_series(1, 3) n;
  update skus set on_hand = 3 where sku = 'rare-sage';
  update skus set on_hand = 0 where sku = 'rare-ink';
  update skus set on_hand = 5, held = 2 where sku = 'lamp-sage';
  update skus set on_hand = 0, backorder = true where sku = 'bowl-sage';
  update skus set retired = true where sku = 'lamp-ink';
`

const offlineOnly: Providers = new Map([
  ['manual', offlineProvider('manual')],
  ['cod', offlineProvider('cod')],
])

export interface VisitorOptions {
  origin?: string
  cookies?: Record<string, string>
  shop?: Partial<ShopSettings>
  /** The configuration's `sales`, as a merchant writes it. */
  sales?: object
  pay?: Providers
}

/** Somebody with a browser: a jar of cookies that each answer writes into. */
export function cartVisitor(
  database: Database,
  {
    origin = 'http://shop.example',
    cookies: given = {},
    shop = {},
    sales = {},
    pay = offlineOnly,
  }: VisitorOptions = {},
) {
  const cookies: Record<string, string> = { ...given }
  const written: OutgoingCookie[] = []
  const told: { topic: string; message: LiveMessage }[] = []
  const config = {
    // They all come from one address, hundreds of them.
    ...shopConfig.parse({ shop: { maxQuantityPerLine: 60, ...shop }, sales: { perNetwork: null, ...sales } }),
    theme: defaultTheme,
  }

  const context = ({ currency = 'USD', locale = 'en' as Locale } = {}): Ctx => {
    const texts = dictionaries(locale)
    const lang = htmlLang(locale)
    return testCtx(database, {
      now: new Date(),
      locale,
      lang,
      langPath: langPath(locale),
      currency,
      shop: config,
      t: translator(texts, lang),
      wordsIn: (wanted) => wordsIn(dictionaries, wanted),
      texts,
      origin,
      visitor: {
        cookies,
        setCookie: (name, value, options) => {
          written.push({ name, value, ...options })
          if (value === null) delete cookies[name]
          else cookies[name] = value
        },
      },
      live: {
        tell: (topics, message) => void told.push(...[topics].flat().map((topic) => ({ topic, message }))),
      },
      pay,
    })
  }
  const view = async (wording?: { currency?: string; locale?: Locale }) => {
    const result = await listCart(context(wording), {})
    if (!result.ok) throw new Error('a cart is always there to be shown')
    return result.value
  }
  return {
    context,
    cookies,
    written,
    /** What other pages were told, by topic. */
    told,
    view,
    does: <I, R>(action: (ctx: Ctx, input: I) => Promise<R>, input: I): Promise<R> =>
      action(context(), input),
    quantities: async () =>
      Object.fromEntries((await view()).lines.map(({ sku, quantity }) => [sku, quantity])),
    under: (key: string, body: { sku: string; quantity: number }) =>
      runIdempotent(
        context(),
        { scope: 'test', key, path: '/cart/add', body },
        () => written,
        (ctx) => addToCart(ctx, body),
      ),
  }
}

/** Every cart and line there is, to see that a refusal changed nothing. */
export async function cartRows(database: Database): Promise<unknown> {
  const { rows } = await database.pool.query(
    'select c.id, c.updated_at, l.id as line, l.quantity, l.selected, l.added_at from carts c left join cart_lines l on l.cart_id = c.id order by c.id, l.id',
  )
  return rows
}

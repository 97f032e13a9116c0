import type { ShopRouter } from '#wire/shop-config.ts'

/*
 * The public routes of the specification in the demo shop: where each is by default, where it is when every rule was
 * changed, and what stands above it in each language.
 */

export const languages = [
  { prefix: '', lang: 'en' },
  { prefix: '/zh', lang: 'zh-Hans' },
  { prefix: '/zh-HK', lang: 'zh-Hant-HK' },
] as const

/** In the order of the languages. */
type Headings = readonly [en: string, zh: string, hk: string]

export interface PublicRoute {
  before: string
  after: string
  /** The page that answers. */
  page: string
  headings: Headings
}

const blanket: Headings = ['Harbour Blanket', '港湾羊毛毯', '海港羊毛毯']
const category: Headings = ['Tableware', '餐具', '餐具']
const tag: Headings = ['Walnut', '胡桃木', '胡桃木']
const stool: Headings = ['Perch Stool', '歇脚凳', '歇腳櫈']
const article: Headings = [
  'How to light a small room with three lamps',
  '三盏灯，点亮一间小屋',
  '三盞燈，照好一間細房',
]
const content: Headings = ['Delivery', '配送', '送貨']
const collection: Headings = ['Slow Mornings', '慢早晨', '慢活早晨']
const promotion: Headings = ['Set the table', '摆一桌', '擺返一檯']
const coupon: Headings = ['A first hello', '第一次见面', '初次見面']
const inquiry: Headings = ['Trade and projects', '商用与项目报价', '商用與項目報價']
const noTemplate: Headings = ['Template does not exist', '模板不存在', '範本不存在']

/** What no rule changes. */
function fixed(path: string, page: string, headings: Headings): PublicRoute {
  return { before: path, after: path, page, headings }
}

export const publicRoutes: readonly PublicRoute[] = [
  fixed('/', 'home', ['Things for a calm home', '给安静的家', '給安靜的家']),
  fixed('/search', 'search', ['Everything', '全部商品', '所有貨品']),
  fixed('/search?q=walnut', 'search', ['walnut', 'walnut', 'walnut']),
  fixed('/cart', 'cart', ['Your cart', '购物车', '購物車']),
  { before: '/tag/walnut', after: '/marked/walnut', page: 'tag', headings: tag },
  { before: '/category/tableware', after: '/shop/tableware/all', page: 'category', headings: category },
  fixed('/tableware', 'category', category),
  { before: '/product/perch-stool', after: '/p/perch-stool', page: 'product', headings: stool },
  {
    before: '/product/harbour-blanket/HBB-INK',
    after: '/p/harbour-blanket/HBB-INK',
    page: 'product',
    headings: blanket,
  },
  { before: '/article', after: '/journal', page: 'article-list', headings: ['Journal', '札记', '隨筆'] },
  { before: '/article/three-lamps', after: '/journal/three-lamps', page: 'article', headings: article },
  { before: '/page/shipping', after: '/about/shipping', page: 'page', headings: content },
  {
    before: '/collection/slow-mornings',
    after: '/series/slow-mornings',
    page: 'collection',
    headings: collection,
  },
  fixed('/promotion', 'promotion-list', ['Offers', '优惠', '優惠']),
  fixed('/promotion/set-the-table', 'promotion', promotion),
  fixed('/coupon', 'coupon-list', ['Coupons', '优惠券', '優惠券']),
  fixed('/coupon/a-first-hello', 'coupon', coupon),
  fixed('/inquiry/feedback', 'inquiry', ['Tell us', '意见反馈', '意見及查詢']),
  fixed('/inquiry/quote', 'inquiry', inquiry),
  fixed('/inquiry/thankyou', 'inquiry-thankyou', ['Thank you', '谢谢你', '多謝你']),
  { before: '/app/shipping', after: '/a/shipping', page: 'custom', headings: content },
]

/** Every rule of the configuration, and custom categories of all eleven types. */
export const changedRouter: ShopRouter = {
  isCustom: true,
  categories: [
    { path: '/lamps-read', type: 'article', slug: 'three-lamps' },
    { path: '/reads/:slug', type: 'article' },
    { path: '/the-table', type: 'category', slug: 'tableware' },
    { path: '/rooms/:slug', type: 'category' },
    { path: '/pay-now', type: 'checkout', slug: 'cart' },
    { path: '/pay/:slug', type: 'checkout' },
    { path: '/mornings', type: 'collection', slug: 'slow-mornings' },
    { path: '/sets/:slug', type: 'collection' },
    { path: '/hello', type: 'coupon', slug: 'a-first-hello' },
    { path: '/vouchers/:slug', type: 'coupon' },
    { path: '/delivery', type: 'custom', slug: 'shipping' },
    { path: '/made/:slug', type: 'custom' },
    { path: '/trade', type: 'inquiry', slug: 'quote' },
    { path: '/ask/:slug', type: 'inquiry' },
    { path: '/sending', type: 'page', slug: 'shipping' },
    { path: '/read/:slug', type: 'page' },
    { path: '/the-stool', type: 'product', slug: 'perch-stool' },
    { path: '/things/:slug', type: 'product' },
    { path: '/table-offer', type: 'promotion', slug: 'set-the-table' },
    { path: '/deals/:slug', type: 'promotion' },
    { path: '/nut-wood', type: 'tag', slug: 'walnut' },
    { path: '/woods/:slug', type: 'tag' },
  ],
  appRule: '/a/*',
  articleRule: '/journal/:slug',
  categoryRule: '/shop/:slug/all',
  collectionRule: '/series/:slug',
  pageRule: '/about/:slug',
  productRule: '/p/:slug',
  tagRule: '/marked/:slug',
  userPath: '/my/account/',
}

/** The custom categories' addresses: with the entry in the configuration, with the entry in the path. */
export const customRoutes: readonly { paths: readonly string[]; page: string; headings: Headings }[] = [
  { paths: ['/lamps-read', '/reads/three-lamps'], page: 'article', headings: article },
  { paths: ['/the-table', '/rooms/tableware'], page: 'category', headings: category },
  { paths: ['/mornings', '/sets/slow-mornings'], page: 'collection', headings: collection },
  { paths: ['/hello', '/vouchers/a-first-hello'], page: 'coupon', headings: coupon },
  { paths: ['/delivery', '/made/shipping'], page: 'custom', headings: content },
  { paths: ['/trade', '/ask/quote'], page: 'inquiry', headings: inquiry },
  { paths: ['/sending', '/read/shipping'], page: 'page', headings: content },
  { paths: ['/the-stool', '/things/perch-stool'], page: 'product', headings: stool },
  { paths: ['/table-offer', '/deals/set-the-table'], page: 'promotion', headings: promotion },
  { paths: ['/nut-wood', '/woods/walnut'], page: 'tag', headings: tag },
]

/** What says with status 404 that it is not there. */
export const absent: readonly { before: string; after: string; page: string; headings: Headings }[] = [
  { before: '/app/none', after: '/a/none/at/all', page: 'custom', headings: noTemplate },
  {
    before: '/user/none',
    after: '/my/account/none',
    page: 'not-found',
    headings: ['Nothing at this address', '页面走丢了', '這個網址沒有內容'],
  },
]

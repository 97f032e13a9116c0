/*
 * What a block of JSON-LD lacks: the properties that schema.org's types need to mean anything, and those that Google
 * lists as required (developers.google.com/search/docs/appearance/structured-data, by type).
 */

type Node = Readonly<Record<string, unknown>>
type Check = (node: Node, at: string) => string[]

/** The faults of one block of JSON-LD; `at` names it in them. */
export function structuredFaults(block: unknown, at = 'block'): string[] {
  if (!isNode(block)) return [`${at} is no object`]
  const context = block['@context'] === 'https://schema.org' ? [] : [`${at} has no @context of schema.org`]
  return [...context, ...nodeFaults(block, at)]
}

function nodeFaults(node: unknown, at: string): string[] {
  if (!isNode(node)) return [`${at} is no object`]
  const type = node['@type']
  const check = typeof type === 'string' ? checks[type] : undefined
  if (!check) return [`${at} is of a type that nothing is known of: ${String(type)}`]
  return [...check(node, `${at} ${String(type)}`), ...blanks(node, at)]
}

/** Empty texts and nulls say nothing: the property must be left out. */
function blanks(node: Node, at: string): string[] {
  return Object.entries(node).flatMap(([name, value]) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? [`${at}.${name} is empty`]
      : [],
  )
}

const availabilities = [
  'InStock',
  'OutOfStock',
  'BackOrder',
  'PreOrder',
  'Discontinued',
  'LimitedAvailability',
]

const checks: Readonly<Record<string, Check>> = {
  Product(node, at) {
    const offered =
      node['offers'] !== undefined || node['review'] !== undefined || node['aggregateRating'] !== undefined
    return [
      ...texts(node, at, ['name']),
      ...(offered ? [] : [`${at} has none of offers, review, aggregateRating`]),
      ...list(node['image']).flatMap((one, index) => url(one, `${at}.image[${index}]`)),
      ...inner(node, at, ['offers', 'review', 'aggregateRating', 'brand', 'hasMerchantReturnPolicy']),
    ]
  },
  ProductGroup(node, at) {
    const variants = list(node['hasVariant'])
    return [
      ...texts(node, at, ['name', 'productGroupID']),
      ...(variants.length > 1 ? [] : [`${at} has no variants`]),
      ...list(node['variesBy']).flatMap((one, index) => url(one, `${at}.variesBy[${index}]`)),
      ...inner(node, at, ['hasVariant', 'review', 'aggregateRating', 'brand']),
      ...variants.flatMap((one, index) =>
        isNode(one) && typeof one['sku'] === 'string' ? [] : [`${at}.hasVariant[${index}] has no sku`],
      ),
    ]
  },
  Offer: (node, at) => [
    ...texts(node, at, ['price', 'priceCurrency', 'availability', 'url']),
    ...(/^\d+(\.\d+)?$/.test(String(node['price'])) ? [] : [`${at}.price is no number`]),
    ...(/^[A-Z]{3}$/.test(String(node['priceCurrency'])) ? [] : [`${at}.priceCurrency is no currency`]),
    ...(availabilities.some((one) => node['availability'] === `https://schema.org/${one}`)
      ? []
      : [`${at}.availability is none of schema.org's`]),
    ...url(node['url'], `${at}.url`),
    ...inner(node, at, ['shippingDetails', 'hasMerchantReturnPolicy', 'priceSpecification']),
  ],
  AggregateOffer: (node, at) => [
    ...texts(node, at, ['lowPrice', 'priceCurrency']),
    ...inner(node, at, ['offers']),
  ],
  UnitPriceSpecification: (node, at) => texts(node, at, ['price', 'priceCurrency']),
  OfferShippingDetails: (node, at) =>
    inner(node, at, ['shippingRate', 'shippingDestination', 'deliveryTime']),
  MonetaryAmount: (node, at) => texts(node, at, ['currency']),
  DefinedRegion: (node, at) => texts(node, at, ['addressCountry']),
  ShippingDeliveryTime: (node, at) => inner(node, at, ['handlingTime', 'transitTime']),
  QuantitativeValue: (node, at) =>
    typeof node['minValue'] === 'number' && typeof node['maxValue'] === 'number'
      ? []
      : [`${at} has no bounds`],
  MerchantReturnPolicy: (node, at) => texts(node, at, ['returnPolicyCategory', 'applicableCountry']),
  Brand: (node, at) => texts(node, at, ['name']),
  Person: (node, at) => texts(node, at, ['name']),
  Organization: (node, at) => [
    ...texts(node, at, ['name', 'url']),
    ...url(node['url'], `${at}.url`),
    ...(node['logo'] === undefined ? [] : url(node['logo'], `${at}.logo`)),
  ],
  AggregateRating: (node, at) => [
    ...rating(node['ratingValue'], at),
    ...(Number(node['reviewCount'] ?? node['ratingCount']) > 0 ? [] : [`${at} counts nothing`]),
  ],
  Review: (node, at) => [
    ...inner(node, at, ['author', 'reviewRating']),
    ...(isNode(node['author']) ? [] : [`${at} has no author`]),
    ...(isNode(node['reviewRating']) ? [] : [`${at} has no reviewRating`]),
  ],
  Rating: (node, at) => rating(node['ratingValue'], at),
  BreadcrumbList: (node, at) =>
    members(node, at).flatMap((one, index) => [
      ...texts(one, `${at}[${index}]`, ['name', 'item']),
      ...url(one['item'], `${at}[${index}].item`),
    ]),
  ItemList: (node, at) => members(node, at).flatMap((one, index) => url(one['url'], `${at}[${index}].url`)),
  Article: (node, at) => [
    ...texts(node, at, ['headline', 'datePublished']),
    ...(Number.isNaN(Date.parse(String(node['datePublished']))) ? [`${at}.datePublished is no date`] : []),
    ...(node['image'] === undefined ? [] : list(node['image']).flatMap((one) => url(one, `${at}.image`))),
    ...(isNode(node['author']) ? [] : [`${at} has no author`]),
    ...inner(node, at, ['author', 'publisher']),
  ],
  WebSite: (node, at) => [
    ...texts(node, at, ['name', 'url']),
    ...url(node['url'], `${at}.url`),
    ...inner(node, at, ['potentialAction']),
  ],
  SearchAction(node, at) {
    const target = isNode(node['target']) ? String(node['target']['urlTemplate']) : ''
    return target.includes('{search_term_string}') &&
      node['query-input'] === 'required name=search_term_string'
      ? url(target.replace('{search_term_string}', 'x'), `${at}.target`)
      : [`${at} does not say where the words go`]
  },
  FAQPage: (node, at) => [
    ...(list(node['mainEntity']).length > 0 ? [] : [`${at} asks nothing`]),
    ...inner(node, at, ['mainEntity']),
  ],
  Question: (node, at) => [
    ...texts(node, at, ['name']),
    ...(isNode(node['acceptedAnswer']) ? [] : [`${at} has no acceptedAnswer`]),
    ...inner(node, at, ['acceptedAnswer']),
  ],
  Answer: (node, at) => texts(node, at, ['text']),
}

function members(node: Node, at: string): Node[] {
  const found = list(node['itemListElement'])
  found.forEach((one) => {
    if (!isNode(one)) throw new TypeError(`${at} holds something that is no object`)
  })
  return found.filter(isNode)
}

function inner(node: Node, at: string, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    list(node[name]).flatMap((one, index) => nodeFaults(one, `${at}.${name}[${index}]`)),
  )
}

function texts(node: Node, at: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = node[name]
    const said =
      typeof value === 'number' ||
      (typeof value === 'string' && value !== '') ||
      (Array.isArray(value) && value.length > 0)
    return said ? [] : [`${at} has no ${name}`]
  })
}

function rating(value: unknown, at: string): string[] {
  return Number(value) >= 1 && Number(value) <= 5 ? [] : [`${at}.ratingValue is not from 1 to 5`]
}

function url(value: unknown, at: string): string[] {
  return typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)
    ? []
    : [`${at} is no whole address`]
}

function list(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

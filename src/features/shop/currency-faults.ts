import type { ShopConfigDocument } from '#wire/shop-config.ts'

/*
 * What the schema cannot refuse, since documents that were stored before must stay readable: rates and amounts by
 * which a shop would give its goods away.
 */

interface Fault {
  /** `shop.currencies.0.rate` */
  path: string
  reason: string
}

/** ISO 4217 currencies in use: without funds, metals and the codes for tests and for no currency. */
const currencies: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
   CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
   IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
   MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
   RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
   UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
)

/** Wider than between any two currencies of the world: 1 KWD is some 300 000 LBP. */
const leastRate = '0.0000001'
const mostRate = '10000000'

/** Minor units: ten thousand million dollars, or a million million yen. */
const mostAmount = 1_000_000_000_000

/** Currencies that do not exist, rates that are none, and amounts that no shop has. */
export function currencyFaults({ shop, sales }: ShopConfigDocument): Fault[] {
  const base = shop.baseCurrency
  return [
    ...codeFault('shop.baseCurrency', base),
    ...shop.currencies.flatMap(({ code, rate }, index) => [
      ...codeFault(`shop.currencies.${index}.code`, code),
      ...rateFault(`shop.currencies.${index}.rate`, code, base, rate),
    ]),
    ...amountFaults('sales', sales),
    ...(shop.freeShippingFrom === null ? [] : amountFault('shop.freeShippingFrom', shop.freeShippingFrom)),
  ]
}

function codeFault(path: string, code: string): Fault[] {
  return currencies.has(code) ? [] : [{ path, reason: `${code} is no currency in use of ISO 4217` }]
}

function rateFault(path: string, code: string, base: string, rate: string): Fault[] {
  if (Number(rate) === 0)
    return [{ path, reason: `with 0 ${code} for 1 ${base} everything would cost nothing` }]
  if (Number(rate) >= Number(leastRate) && Number(rate) <= Number(mostRate)) return []
  const reason = `${rate} ${code} for 1 ${base} is not between ${leastRate} and ${mostRate}`
  return [{ path, reason }]
}

/** Amounts stand in objects whose keys are currencies. */
function amountFaults(path: string, value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const below = `${path}.${key}`
    if (typeof inner !== 'number' || !/^[A-Z]{3}$/.test(key)) return amountFaults(below, inner)
    return [...codeFault(below, key), ...amountFault(below, inner)]
  })
}

function amountFault(path: string, amount: number): Fault[] {
  return amount <= mostAmount ? [] : [{ path, reason: `${amount} minor units are more than ${mostAmount}` }]
}

/** An ISO 4217 code. */
export type Currency = string

// ISO 4217: everything that is not two digits.
const exponents: Record<Currency, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
}

/** Digits after the point: 0, 2 or 3. */
export function exponent(currency: Currency): number {
  return exponents[currency] ?? 2
}

import { checkoutSteps, type CheckoutStep, type CheckoutView } from './contract.ts'

/*
 * Which step of a checkout can be looked at: all up to the first one that asks for something it has not got. Too little
 * for the shop to sell is said at the first one, before anybody fills in a form.
 */

type Stepped = Pick<CheckoutView, 'lines' | 'missing' | 'belowMinimum'>

/** The first step with something missing; the last one when nothing is. */
export function openStep({ lines, missing, belowMinimum }: Stepped): CheckoutStep {
  if (belowMinimum !== null || lines.some(({ trouble }) => trouble !== null)) return 'cart'
  return Object.keys(missing).some(isInformation) ? 'information' : 'payment'
}

/** The step to show for `wanted`; without it the first with something missing. */
export function stepFor(view: Stepped, wanted: string | null): { step: CheckoutStep; isWanted: boolean } {
  const open = openStep(view)
  const asked = checkoutSteps.findIndex((step) => step === wanted)
  if (asked === -1) return { step: open, isWanted: false }
  return asked <= checkoutSteps.indexOf(open)
    ? { step: checkoutSteps[asked]!, isWanted: true }
    : { step: open, isWanted: false }
}

/** Asked for at the information step; the rest belongs to the payment step. */
function isInformation(field: string): boolean {
  return /^(contact|address|billing)\./.test(field)
}

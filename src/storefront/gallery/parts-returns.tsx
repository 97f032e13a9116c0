import type { ReactNode } from 'react'
import type { ReturnView } from '#features/returns/contract.ts'
import { ReturnCard } from '#features/returns/parts/return-card.tsx'
import { ReturnDetail } from '#features/returns/parts/return-detail.tsx'
import { ReturnLinks } from '#features/returns/parts/return-links.tsx'
import type { GalleryProps, ShownPart } from './shown.ts'

/** What the shopper sees of returns in plain HTML; the application is an island. */
export function returnParts(props: GalleryProps): ShownPart[] {
  return [returnDetail(props), returnCard(props), returnLinks(props)]
}

function exampleOf({ ctx: { t }, pictures }: GalleryProps): ReturnView {
  return {
    slug: 'R-K7M2N-9QXD4',
    href: '/return/R-K7M2N-9QXD4',
    order: { slug: 'P3Q8S-1XYZ2', href: '/order/P3Q8S-1XYZ2' },
    appliedOn: '21 November 2026',
    status: 'pending_approval',
    statusText: t('return.status.pending_approval'),
    auditStatus: 'pending_approval',
    auditStatusText: t('return.audit.pending_approval'),
    type: 'return_and_refund',
    typeText: t('return.type.return_and_refund'),
    refundAmount: 13_920,
    refundAmountText: '$139.20',
    lines: [
      {
        id: 1,
        title: 'Oak Stool',
        choice: 'Sage, large',
        picture: pictures[0] === undefined ? null : { ...pictures[0], alt: '' },
        href: '/product/oak-stool',
        quantity: 2,
        approved: null,
        received: null,
        exchangeFor: null,
        amount: '$139.20',
        parts: [],
      },
    ],
    next: 'We review your request by 24 November 2026, and email you.',
    isClaim: false,
    isWithdrawal: false,
    reason: 'too_small',
    reasonText: 'Too small',
    description: 'It is lower than our table wants it.',
    images: [],
    refusalReason: null,
    partReason: null,
    company: null,
    trackingNumber: null,
    trackingUrl: null,
    deliveredOn: null,
    sendBy: null,
    merchantAddress: null,
    sums: [
      { label: 'Items', amount: '$145.20', isTotal: false },
      { label: 'Return shipping', amount: '− $6.00', isTotal: false },
      { label: 'Refund', amount: '$139.20', isTotal: true },
    ],
    deduction: null,
    toPayment: '$139.20',
    toCredit: null,
    bonus: null,
    fee: '$6',
    isByHand: false,
    asksAccount: false,
    refundTo: 'original',
    exchangeOrder: null,
    moments: [
      {
        at: '2026-11-21T18:05:00Z',
        when: '21 November 2026, 18:05',
        text: 'You asked for a return',
        done: true,
      },
    ],
    may: { cancel: true, sendParcel: false, payDifference: false },
    version: 1,
  }
}

function returnDetail(props: GalleryProps): ShownPart {
  const { ctx } = props
  const { t } = ctx
  const asked = exampleOf(props)
  const nothing = { cancel: false, sendParcel: false, payDifference: false }
  const decided = {
    ...asked,
    auditStatus: 'audit_successful',
    auditStatusText: t('return.audit.audit_successful'),
  } as const
  const [line] = asked.lines
  const states: Record<
    'waits for the decision' | 'waits for the parcel' | 'refused' | 'an exchange with a difference',
    ReturnView
  > = {
    'waits for the decision': asked,
    'waits for the parcel': {
      ...decided,
      lines: [{ ...line!, approved: 1 }],
      next: 'Send the parcel by 5 December 2026.',
      sendBy: '5 December 2026',
      merchantAddress: {
        consignee: 'Violet Returns',
        phone: '+852 2123 4567',
        lines: ['12 Queen’s Road Central', 'Hong Kong'],
      },
      may: { ...nothing, sendParcel: true },
    },
    refused: {
      ...asked,
      status: 'ended',
      statusText: t('return.status.ended'),
      auditStatus: 'audit_failed',
      auditStatusText: t('return.audit.audit_failed'),
      refusalReason: 'The stool has been used outdoors.',
      next: '',
      may: nothing,
    },
    'an exchange with a difference': {
      ...decided,
      type: 'exchange',
      typeText: t('return.type.exchange'),
      lines: [
        { ...line!, received: 2, exchangeFor: { sku: 'stool-l', title: 'Oak Stool', choice: 'Sage, tall' } },
      ],
      company: 'SF Express',
      trackingNumber: 'SF1234567890',
      trackingUrl: 'https://carrier.example/SF1234567890',
      deliveredOn: '28 November 2026',
      exchangeOrder: { slug: 'T5V7W-2ABC3', href: '/order/T5V7W-2ABC3', difference: '$12.00' },
      next: 'Pay the difference, and we send the other version.',
      may: { ...nothing, payDifference: true },
    },
  }
  return {
    name: 'return-detail',
    states: Object.entries(states).map(([name, view]) => ({
      name,
      wide: true,
      view: (
        <div className="return-detail">
          <ReturnDetail view={view} here={view.href} ctx={ctx} />
        </div>
      ),
    })),
  }
}

function returnCard(props: GalleryProps): ShownPart {
  const { ctx } = props
  const example = exampleOf(props)
  const done = { status: 'completed', statusText: ctx.t('return.status.completed') } as const
  const list = (card: ReactNode): ReactNode => <ul className="return-cards">{card}</ul>
  return {
    name: 'return-card',
    states: [
      {
        name: 'default',
        wide: true,
        view: list(<ReturnCard summary={example} href={example.href} ctx={ctx} />),
      },
      {
        name: 'completed',
        wide: true,
        view: list(
          <ReturnCard
            summary={{
              ...example,
              ...done,
              auditStatus: 'audit_successful',
              auditStatusText: ctx.t('return.audit.audit_successful'),
              lines: [...example.lines, { ...example.lines[0]!, id: 2 }],
              next: '',
            }}
            href={example.href}
            ctx={ctx}
          />,
        ),
      },
    ],
  }
}

function returnLinks(props: GalleryProps): ShownPart {
  const { ctx } = props
  const view = {
    order: 'P3Q8S-1XYZ2',
    returns: [],
    mayReturn: true,
    mayReport: true,
    mayWithdraw: true,
    returnUntil: '24 December 2026',
    withdrawUntil: '8 December 2026',
  }
  return {
    name: 'return-links',
    states: [
      { name: 'default', view: <ReturnLinks view={view} endsElsewhere={false} ctx={ctx} /> },
      {
        name: 'with a return',
        view: (
          <ReturnLinks
            view={{ ...view, mayReturn: false, mayWithdraw: false, returns: [exampleOf(props)] }}
            endsElsewhere={false}
            ctx={ctx}
          />
        ),
      },
    ],
  }
}

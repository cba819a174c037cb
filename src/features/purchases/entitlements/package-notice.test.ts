import { expect, test } from 'vitest'
import { formatNotice } from './rules.ts'

const renewing = { status: 'active' as const, cancelsAtPeriodEnd: false }

test.each([
  ['scheduled', false, null, 'until it starts'],
  ['scheduled', false, renewing, 'until it starts'],
  ['active', true, renewing, null],
  ['past_due', true, { ...renewing, status: 'past_due' as const }, null],
  ['cancelled', false, null, null],
  ['suspended', false, renewing, 'this package is on hold'],
  ['past_due', false, { ...renewing, status: 'past_due' as const }, 'The payment for your subscription is due.'],
  ['expired', false, { ...renewing, status: 'past_due' as const }, 'The payment for your subscription is due.'],
  ['active', false, renewing, 'We’re charging your next month.'],
  ['expired', false, renewing, 'This month is over'],
  ['expired', false, { ...renewing, cancelsAtPeriodEnd: true }, 'You can’t book its sessions any more.'],
  ['expired', false, { ...renewing, status: 'ended' as const }, 'You can’t book its sessions any more.'],
  ['expired', false, null, 'You can’t book its sessions any more.'],
] as const)(
  'a package that is %s (usable: %s) with subscription %j shows the notice: %s',
  (state, isUsable, subscription, expected) => {
    const notice = formatNotice({ state, isUsable, subscription })
    if (expected === null) expect(notice).toBeNull()
    else expect(notice).toContain(expected)
  },
)

import type { Guardian } from '#features/accounts/profile/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { type Addressee, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import type { Quote } from '../../checkout/contract.ts'
import { DAYS_TO_PAY } from '../contract.ts'

type ConsentRequest = {
  guardian: Guardian
  /** Unchecked input from the member. */
  firstName: string
  quote: Pick<Quote, 'package' | 'price'>
  company: Company
  url: string
  isTest: boolean
}

/**
 * The member typed this address. The email includes their first name only if it looks like a name, so that no one can
 * send text or links to strangers through us.
 */
export function guardianRequestEmail({ guardian, firstName, quote, company, url, isTest }: ConsentRequest): Email {
  const { package: offer, price } = quote
  const memberName = looksLikeName(firstName) ? firstName : 'A member'
  const total = formatMoney(price.total, price.currency)
  return emailTo({ email: guardian.email, firstName: guardian.name }, company, {
    subject: `${isTest ? '[TEST] ' : ''}A young person has asked you to agree to a purchase from ${company.brandName}`,
    paragraphs: [
      `${memberName} is under 18 and would like to buy ${offer.title} from us. They’ve named you as their parent or guardian, and can only pay if you agree.`,
    ],
    facts: [
      ['Requested by', memberName],
      ['Package', `${offer.title}: ${offer.description}`],
      ['Duration', offer.duration],
      ['Price', formatMoney(price.net, price.currency)],
      [price.taxLabel, formatMoney(price.tax, price.currency)],
      ['Total', offer.billing === 'monthly' ? `${total} every month` : total],
      ['Renews', offer.billing === 'monthly' ? 'Every month until cancelled' : 'No'],
    ],
    action: { label: 'Read and answer', url },
    notes: [
      ...(isTest ? ['TEST: this site is in test mode, and no one will be charged.'] : []),
      'They’ll have 14 days to cancel, from the day they buy. If the package starts within those 14 days and is then cancelled, anything already received has to be paid for.',
      'The link works once and expires after 7 days. If you don’t reply, nothing will be bought.',
      `If you don’t know this person, you can ignore this email, or let us know at ${company.email}. We keep your address only for this request, for no more than 37 days unless it stays in their profile, and won’t send you any advertising.`,
    ],
  })
}

type ConsentAnswer = {
  member: Addressee
  packageTitle: string
  company: Company
  checkoutUrl: string
}

export function guardianAgreedEmail({ member, packageTitle, company, checkoutUrl }: ConsentAnswer): Email {
  return emailTo(member, company, {
    subject: `You can now pay for ${packageTitle}`,
    paragraphs: [`Your parent or guardian has agreed to you buying ${packageTitle}. You can pay now.`],
    facts: [
      ['Package', packageTitle],
      ['Agreed for', `${DAYS_TO_PAY} days, one purchase at this price`],
    ],
    action: { label: 'Go to the checkout', url: checkoutUrl },
  })
}

export function guardianRefusedEmail({ member, packageTitle, company, checkoutUrl }: ConsentAnswer): Email {
  return emailTo(member, company, {
    subject: `Your parent or guardian didn’t agree to ${packageTitle}`,
    paragraphs: [
      `Your parent or guardian didn’t agree to you buying ${packageTitle}, so you can’t pay for it. You haven’t been charged.`,
      'If they change their mind, you can ask them again at the checkout.',
    ],
    action: { label: 'Go to the checkout', url: checkoutUrl },
  })
}

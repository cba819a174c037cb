import type { Guardian } from '#features/accounts/profile/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { looksLikeName } from '#platform/shared/person-name.ts'
import type { Quote } from '../../checkout/contract.ts'

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
 * The member typed this address. The email repeats only a first name that looks like one, so that no one can send text
 * or links to strangers through us.
 */
export function guardianRequestEmail({ guardian, firstName, quote, company, url, isTest }: ConsentRequest): Email {
  const { package: offer, price } = quote
  const memberName = looksLikeName(firstName) ? firstName : 'A member'
  const total = formatMoney(price.total, price.currency)
  return emailTo({ ...guardian, firstName: guardian.name }, company, {
    subject: `${isTest ? '[TEST] ' : ''}A young person asks you to agree to a purchase at ${company.brandName}`,
    paragraphs: [
      `${memberName} is under 18 and would like to buy ${offer.title} from us. They have named you as their parent or guardian. They can pay only if you agree.`,
    ],
    facts: [
      ['Who asks', memberName],
      ['Package', `${offer.title}: ${offer.description}`],
      ['Duration', offer.duration],
      ['Price', formatMoney(price.net, price.currency)],
      [price.taxLabel, formatMoney(price.tax, price.currency)],
      ['Total', offer.billing === 'monthly' ? `${total} every month` : total],
      ['Renews', offer.billing === 'monthly' ? 'Every month, until it is cancelled' : 'Nothing renews'],
    ],
    action: { label: 'Read and answer', url },
    notes: [
      ...(isTest ? ['TEST: this site is in test mode, and no money will be charged.'] : []),
      'Whoever buys has 14 days to cancel, from the day they buy. If the package is to start before these days are over, what was received until then has to be paid for.',
      'The link works for 7 days and for one answer. If you do not answer, nothing is bought.',
      `If you do not know who this is, you need not do anything, or you can tell us: ${company.email}. We keep your address for this request alone, for 37 days at most unless it stays in their profile, and send you no advertising.`,
    ],
  })
}

type ConsentAnswer = {
  member: EmailReader
  packageTitle: string
  company: Company
  checkoutUrl: string
}

export function guardianAgreedEmail({ member, packageTitle, company, checkoutUrl }: ConsentAnswer): Email {
  return emailTo(member, company, {
    subject: `You can pay for ${packageTitle} now`,
    paragraphs: [`Your parent or guardian has agreed that you buy ${packageTitle}. You can pay now.`],
    action: { label: 'Go to the checkout', url: checkoutUrl },
    notes: ['Their yes counts for 30 days, for one purchase of this package at this price.'],
  })
}

export function guardianRefusedEmail({ member, packageTitle, company }: ConsentAnswer): Email {
  return emailTo(member, company, {
    subject: `Your parent or guardian did not agree to ${packageTitle}`,
    paragraphs: [
      `Your parent or guardian has said no to buying ${packageTitle}, so you cannot pay for it. Nothing was charged.`,
    ],
    notes: ['If they change their mind, you can ask them again at the checkout.'],
  })
}

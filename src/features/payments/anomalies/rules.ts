/**
 * Explains each kind of anomaly to the administrator. Each case gives a Stripe id, so it can be looked up in the Stripe
 * Dashboard.
 */
export const anomalySentences = {
  'payment-mismatch':
    'The payment provider’s amount or currency for this payment isn’t what was agreed, so the buyer received nothing for it. Compare the two, then refund it or correct it with the provider. Closing this case cancels the purchase, so the member can buy again.',
  'payment-unexpected':
    'A second payment was made for a purchase that already has one. It bought nothing more: refund it through the payment provider.',
  'payment-missing':
    'We have a record of this payment, but the payment provider doesn’t. Either the keys belong to another account, or its test data has been deleted. Check the keys first.',
  'payment-after-deletion':
    'This payment arrived after the member had deleted their account. It’s in the ledger but bought nothing. Refund it through the payment provider.',
  'payment-unknown':
    'The payment provider took money for a purchase we have no record of. Check whether another site uses the same account or a backup was restored. If neither, refund it.',
  'payment-key-reused':
    'The payment provider refused to start this payment because it had already been started with different details. No one was charged. This is a software fault: tell the person who runs the site.',
  'refund-not-recorded':
    'The payment provider refunded the buyer, but the refund isn’t in our ledger. Check the refund with the payment provider and the purchase here.',
  'dispute-not-recorded':
    'The bank reversed a payment because of a dispute, but that isn’t in our ledger. Check the dispute with the payment provider and the purchase here.',
  'refund-failed':
    'A refund didn’t reach the buyer: the payment provider refused it, or the bank returned it. We still have the money. Agree with the buyer how to refund it.',
  'upgrade-credit-short':
    'The refund for a replaced package was less than the buyer was promised, because part of it had been refunded in the meantime. Compare the two and settle the difference.',
  'dispute-outcome-changed':
    'A bank has changed its decision on a closed dispute. The documents and ledger haven’t changed. Check the dispute with the payment provider.',
  'subscription-missing':
    'We have a record of this subscription, but the payment provider doesn’t. Either the keys belong to another account, or its test data was deleted. Fix the keys first: closing this case ends the subscription here, unless the provider recognises it again.',
  'subscription-mismatch':
    'A subscription at the payment provider is labelled as a different one of ours, so the buyer received nothing for it. Check it with the provider. Closing this case ends ours here, unless the label is corrected.',
  'subscription-duplicate':
    'The payment provider has a second subscription for one that already exists. The buyer received nothing for it: cancel it with the provider and refund what it charged.',
  'subscription-foreign':
    'Someone created a subscription at the payment provider for one of our customers, outside this site. The buyer received nothing for it: cancel it there or find out who created it.',
  'invoice-mismatch':
    'The payment provider charged a different amount or currency for a month than was agreed, so the buyer received nothing for it. Compare the two, then refund it or correct it with the provider.',
  'event-failed':
    'We’ve tried several times to process an event from the payment provider, without success. We’ll keep trying automatically. The log says what’s wrong.',
} as const

export type AnomalyKind = keyof typeof anomalySentences

/** An event that has failed this many times is reported as an anomaly. */
export const FAILURES_BEFORE_ANOMALY = 5

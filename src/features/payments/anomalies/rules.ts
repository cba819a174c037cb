/**
 * Explains each kind of anomaly to the administrator. Each case names its subject by Stripe's id, so it can be found in
 * the Stripe Dashboard.
 */
export const anomalySentences = {
  'payment-mismatch':
    'The provider holds another amount or currency for this payment than was agreed. Nothing was given for it: compare the two, then refund it or put it right at the provider. Closing this case gives the purchase up, so that its member can buy again.',
  'payment-unexpected':
    'A second payment was made for a purchase that has its own. Nothing more was given for it: refund it at the provider.',
  'payment-missing':
    'We know this payment, but the provider does not. Either the keys are those of another account, or its test data was deleted.',
  'payment-after-deletion':
    'This payment arrived after its member had deleted the account. It stands in the ledger and bought nothing: refund it at the provider.',
  'payment-unknown':
    'The provider took money for a purchase that we do not have. Look whether another site uses the same account or a backup was restored; else refund it.',
  'payment-key-reused':
    'The provider refused to begin the payment of this purchase, because it was begun with other figures before. Nothing was charged: this is a fault of the software.',
  'refund-not-recorded':
    'Money went back to the buyer at the provider, but it does not stand in our ledger. Look at the refund there and at the purchase here.',
  'dispute-not-recorded':
    'The bank took money back because of a dispute, but it does not stand in our ledger. Look at the dispute there and at the purchase here.',
  'refund-failed':
    'A refund did not reach the buyer: the provider refused it, or the bank sent it back. The money is still with us: arrange with the buyer how to give it back.',
  'upgrade-credit-short':
    'Less went back for an exchanged package than its buyer was promised, because part of it had gone back meanwhile. Compare the two and settle the difference.',
  'dispute-outcome-changed':
    'A bank has changed its decision about a dispute that was closed. Papers and ledger stand as they were: look at the dispute at the provider.',
  'subscription-missing':
    'We know this subscription, but the provider does not. Either the keys are those of another account, or its test data was deleted. Put the keys right first: closing this case ends the subscription here, unless the provider knows it again.',
  'subscription-mismatch':
    'A subscription at the provider carries the mark of another one of ours. Nothing was given for it: look at it at the provider. Closing this case ends ours here, unless the mark is put right.',
  'subscription-duplicate':
    'There is a second subscription at the provider for one that has its own. Nothing was given for it: cancel it at the provider and refund what it took.',
  'subscription-foreign':
    'Somebody made a subscription at the provider for a customer of ours, outside this site. Nothing was given for it: cancel it there or ask who made it.',
  'invoice-mismatch':
    'The provider collected another amount or currency for a month than was agreed. Nothing was given for it: compare the two, then refund it or put it right at the provider.',
  'event-failed':
    'News of the provider could not be followed, though it was tried several times. It is tried again by itself; the log says what is wrong.',
} as const

export type AnomalyKind = keyof typeof anomalySentences

/** An event may fail this many times before it is reported as an anomaly. */
export const FAILURES_BEFORE_ANOMALY = 5

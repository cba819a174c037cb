/**
 * What does not agree between the provider and us, in words for the administrator who looks at it. Each case names its
 * subject by the provider's own number, under which it is found in the provider's dashboard.
 */
export const anomalySentences = {
  'payment-mismatch':
    'The provider holds another amount or currency for this payment than was agreed. Nothing was given for it: compare the two, then refund it or put it right at the provider.',
  'payment-unexpected':
    'A second payment was made for a purchase that has its own. Nothing more was given for it: refund it at the provider.',
  'payment-missing':
    'We know this payment, but the provider does not. Either the keys are those of another account, or its test data was deleted.',
  'payment-after-leaving':
    'This payment arrived after its member had deleted the account. It stands in the ledger and bought nothing: refund it at the provider.',
  'payment-unknown':
    'The provider took money for a purchase that we do not have. Look whether another site uses the same account or a backup was restored; else refund it.',
  'payment-key-reused':
    'The provider refused to begin the payment of this purchase, because it was begun with other figures before. Nothing was charged: this is a fault of the software.',
  'refund-not-booked':
    'Money went back to the buyer at the provider, but it does not stand in our ledger. Look at the refund there and at the purchase here.',
  'dispute-not-booked':
    'The bank took money back because of a dispute, but it does not stand in our ledger. Look at the dispute there and at the purchase here.',
  'event-failed':
    'News of the provider could not be followed, though it was tried several times. It is tried again by itself; the log says what is wrong.',
} as const

export type AnomalyKind = keyof typeof anomalySentences

/** So often following an event may fail before a person is told. */
export const FAILURES_BEFORE_ANOMALY = 5

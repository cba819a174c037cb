/** One guarantee of the way of the money each: how to take it away, and which tests have to notice. */
export const mutants = [
  {
    takesAway: 'a purchase completes once',
    file: 'src/features/purchases/server/complete-purchase.ts',
    from: "if (!canComplete(purchase.status)) return 'completed-before'",
    to: '',
    tests: ['tests/promises/payment-histories.test.ts'],
  },
  {
    takesAway: 'the amount at the provider is the amount agreed',
    file: 'src/features/payments/rules.ts',
    from: 'payment.amount === purchase.total &&',
    to: '',
    tests: ['src/features/payments/server/converge-purchase.test.ts', 'src/features/payments/rules.test.ts'],
  },
  {
    takesAway: 'money that was not received buys nothing',
    file: 'src/features/payments/rules.ts',
    from: "if (payment.status !== 'succeeded') return { outcome: payment.status }",
    to: '',
    tests: ['tests/promises/payment-histories.test.ts', 'src/features/payments/rules.test.ts'],
  },
  {
    takesAway: 'one payment for each purchase, however often it is asked for',
    file: 'src/features/payments/server/payment-gateway.ts',
    from: `underKey(\`purchase:\${id}:\${customerId}\``,
    to: `underKey(\`purchase:\${id}:\${Math.random()}\``,
    tests: ['tests/promises/payment-histories.test.ts', 'src/features/payments/server/start-purchase.test.ts'],
  },
  {
    takesAway: 'the provider decides the race between paying and giving up',
    file: 'src/features/payments/server/start-purchase.ts',
    from: `  await provider.cancelPayment(paymentIntentId)
  await settle(context, id)`,
    to: '  await markCancelled(db, id)',
    tests: ['src/features/payments/server/start-purchase.test.ts', 'tests/promises/payment-histories.test.ts'],
  },
  {
    takesAway: 'only what the provider signed is believed',
    file: 'src/features/payments/server/stripe-gateway.ts',
    from: "throw new InvalidSignature(error instanceof Error ? error.message : 'The signature does not fit')",
    to: 'return JSON.parse(body.toString())',
    tests: ['src/features/payments/server/receive-stripe-event.test.ts'],
  },
  {
    takesAway: 'what a webhook lost is found by asking',
    file: 'src/features/payments/server/reconcile-payments.ts',
    from: 'const outcome = await convergePurchase(context, purchase.id)',
    to: "const outcome: string = 'open'",
    tests: ['src/features/payments/server/reconcile-payments.test.ts'],
  },
  {
    takesAway: 'one open purchase of a package',
    file: 'migrations/0004-purchases.sql',
    from: "create unique index purchase_one_pending_idx on purchase (member_id, package_id) where status = 'pending';",
    to: "create unique index purchase_one_pending_idx on purchase (id, member_id, package_id) where status = 'pending';",
    tests: ['tests/promises/payment-histories.test.ts'],
  },
  {
    takesAway: 'numbers without gaps',
    file: 'src/features/purchases/server/completion-store.ts',
    from: 'set last_number = counter.last_number + 1',
    to: 'set last_number = counter.last_number + 1 + (random() < 0.2)::int',
    tests: ['tests/promises/document-numbers.test.ts'],
  },
  {
    takesAway: 'one mail for each reason',
    file: 'src/features/purchases/server/send-purchase-letter.ts',
    from: `return \`purchase-confirmation:\${purchaseId}\``,
    to: `return \`purchase-confirmation:\${purchaseId}:\${Math.random()}\``,
    tests: [
      'src/features/payments/server/receive-stripe-event.test.ts',
      'src/features/purchases/server/send-missing-letters.test.ts',
    ],
  },
]

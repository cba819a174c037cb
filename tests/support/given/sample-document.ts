/** The content of an invoice for MY FUTURE WEEK, for tables that are filled without a sale. */
export function sampleDocument(email: string) {
  return {
    isTest: true,
    seller: { name: 'The company', address: ['1 Long Street'], vatNumber: null, companyNumber: '00000000' },
    buyer: { name: 'Ada Lovelace', email },
    description: 'MY FUTURE WEEK',
    suppliedAt: '2026-03-01T00:00:00.000Z',
    currency: 'GBP',
    net: 9_900,
    taxRateBasisPoints: 2_000,
    taxLabel: 'VAT (20%)',
    tax: 1_980,
    total: 11_880,
  }
}

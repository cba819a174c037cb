/** Under which reasons the letters about a purchase are written: each of them once. */
export function reasonsOfLetters({
  purchaseId,
  refundIds,
  disputeIds,
}: {
  purchaseId: string
  refundIds: string[]
  disputeIds: string[]
}): string[] {
  return [
    `purchase-confirmation:${purchaseId}`,
    `unfinished-payment:${purchaseId}`,
    `withdrawal:${purchaseId}`,
    ...refundIds.flatMap((id) => [
      `withdrawal:${id}`,
      `refund-issued:${id}`,
      `refund-failed:${id}`,
      `refund-failed-alert:${id}`,
    ]),
    ...disputeIds.flatMap((id) => [`inquiry:${id}`, `dispute:${id}`, `dispute-lost:${id}`]),
  ]
}

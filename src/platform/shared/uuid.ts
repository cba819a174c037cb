/**
 * Checks an id that may not be ours: other shops may share the Stripe account, and audit entries may hold other text.
 * Our ids are in lower case.
 */
export function isUuid(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)
}

/** Is a mark on an object of the provider one that we may have given it? Other shops may share the account. */
export function isUuid(mark: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(mark)
}

/** Returns the code of an error from Node, the database or a library. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && error.code !== undefined ? String(error.code) : undefined
}

/** Which constraint the database kept, where that is why something failed. */
export function brokenConstraint(error: unknown): string | undefined {
  const isViolation = error instanceof Error && 'code' in error && String(error.code).startsWith('23')
  return isViolation && 'constraint' in error ? String(error.constraint) : undefined
}

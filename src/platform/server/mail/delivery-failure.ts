/** Codes of node and of nodemailer, and what they come down to for whoever reads the log. */
const causes: Record<string, string> = {
  EAUTH: 'The mail server did not accept our login.',
  EDNS: 'The mail server was not found.',
  ENOTFOUND: 'The mail server was not found.',
  ECONNECTION: 'The mail server could not be reached.',
  ECONNREFUSED: 'The mail server could not be reached.',
  ECONNRESET: 'The mail server broke off.',
  ESOCKET: 'The mail server could not be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ETLS: 'No safe connection to the mail server was possible.',
  ENOSPC: 'The disk is full.',
}

/** Why a mail did not leave, in words without anything of the mail: mail servers repeat addresses in theirs. */
export function describeFailure(error: unknown): string {
  const { responseCode, code } = Object(error) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number') return `The mail server refused it with code ${responseCode}.`
  return (typeof code === 'string' && causes[code]) || 'It could not be handed over.'
}

/** A command of the operator is not carried out. The message is one clear sentence for the operator. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

/** A refused operator command. The message is one clear sentence for the operator. */
export class CommandRefused extends Error {
  override name = 'CommandRefused'
}

/** A configuration with which the site refuses to start. The message is one clear sentence for the operator. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

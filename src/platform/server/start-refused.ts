/** The site will not start as it is set up. The message is one clear sentence for the operator. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** Why a component does not work, in the server's words: the component's own message may contain addresses. */
export class NotReady extends Error {
  override name = 'NotReady'
}

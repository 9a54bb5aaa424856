/** Why a part does not work, in words of our own: what the part itself says may name addresses. */
export class NotReady extends Error {
  override name = 'NotReady'
}

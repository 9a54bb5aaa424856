/** Why a request to a user-supplied address failed; one word, without the address. */
export class OutboundFailure extends Error {}

export type OutboundAnswer = { status: number; text: string }

/** Requests to user-supplied addresses, never within the operator's network unless the operator allows it. */
export type Outbound = {
  /** Whether the spelling of an address permits a request. Its name is resolved only on the request. */
  mayAsk(address: string): boolean
  /**
   * `mayAsk`, and whether the name resolves to public addresses only, if known soon. An unknown name is treated like
   * one of the operator's network, so the caller cannot tell them apart.
   */
  mayReach(address: string): Promise<boolean>
  /** Follows no redirects, and reads only the beginning of the answer. Rejects with {@link OutboundFailure}. */
  post(address: string, request: { headers: Record<string, string>; body: Buffer | string }): Promise<OutboundAnswer>
}

/** Why nothing came back from an address that somebody else has named; a word, without the address. */
export class OutboundFailure extends Error {}

export type OutboundAnswer = { status: number; text: string }

/** Asks addresses that people have named, and never any within the operator's own network unless the operator allows it. */
export type Outbound = {
  /** Whether an address may be asked at all, by how it is written. What its name stands for is looked at when it is asked. */
  mayAsk(address: string): boolean
  /**
   * The same, and whether its name stands for public addresses alone, as far as that can be found out soon. A name that stands for nothing is as one of the
   * operator's own network: whoever asks learns of neither.
   */
  mayReach(address: string): Promise<boolean>
  /** Follows no redirection, and reads no more than the beginning of an answer. Rejects with {@link OutboundFailure}. */
  post(address: string, request: { headers: Record<string, string>; body: Buffer | string }): Promise<OutboundAnswer>
}

/** Makes small pictures of those that people send, whose decoders must be trusted with nothing. */
export type Pictures = {
  /**
   * A WebP picture of at most so many pixels on its longer side, made anew from the pixels alone; null where the content is
   * no picture, is broken or too large, or takes too much memory or time. Rejects when the signal fires.
   */
  preview(content: Uint8Array, longestSide: number, signal: AbortSignal): Promise<Uint8Array | null>
}

/** What a picture is made: WebP, or PNG where what is transparent has to stay so on paper, of at most so many pixels a side. */
export type PictureForm = { as: 'webp' | 'png'; longestSide: number }

/** Makes small pictures of those that people send, whose decoders must be trusted with nothing. */
export type Pictures = {
  /**
   * A picture of the given form, made anew from the pixels alone; null where the content is no picture, is broken or too large, or
   * takes too much memory or time. Rejects when the signal fires.
   */
  preview(content: Uint8Array, form: PictureForm, signal: AbortSignal): Promise<Uint8Array | null>
}

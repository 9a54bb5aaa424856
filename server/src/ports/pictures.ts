/** Format of a picture: WebP, or PNG if transparency must survive in documents; `longestSide` in pixels. */
export type PictureForm = { as: 'webp' | 'png'; longestSide: number }

/** Creates previews of uploaded pictures; their decoders are untrusted. */
export type Pictures = {
  /**
   * Preview in the given form, re-encoded from the pixels alone. Null if the content is no picture, is broken or too
   * large, or takes too much memory or time. Rejects when the signal fires.
   */
  preview(content: Uint8Array, form: PictureForm, signal: AbortSignal): Promise<Uint8Array | null>
}

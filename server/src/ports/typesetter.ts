/** Renders a document source with its data as a tagged PDF/A-3 file with attachments. */
export type Typesetter = {
  /** @throws when the source or its data cannot be set, and when the signal fires first. */
  typeset(document: TypesetRequest, signal: AbortSignal): Promise<Uint8Array>
  /** Makes text printable: characters missing from the font are replaced by their names, and long words may break. */
  printable(text: string): string
}

/** A file attached to a document. */
export type Attachment = { name: string; type: string; description: string; content: string }

export type TypesetRequest = {
  /** Typst source; reads its data from `json("data.json")`. */
  source: string
  data: object
  attachments: readonly Attachment[]
  /** Pictures in the source, each from `pictures/`. */
  pictures?: readonly { name: string; content: Uint8Array }[]
  madeAt: Date
}
